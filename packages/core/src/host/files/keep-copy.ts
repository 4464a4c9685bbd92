import { constants } from "node:fs";
import { copyFile, link } from "node:fs/promises";
import { dirname } from "node:path";
import { syncFolderSoon } from "./growing-file.ts";

/** The same file under the first free name, which is returned; a copy where the disk has no links. Durable on return. */
export async function keepCopy(path: string, names: Iterable<string>): Promise<string> {
  for (const name of names) {
    try {
      await link(path, name).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST" || error.code === "ENOENT") throw error;
        return copyFile(path, name, constants.COPYFILE_EXCL);
      });
      await syncFolderSoon(dirname(name));
      return name;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
  throw new Error(`Every name for a copy of ${path} is taken.`);
}
