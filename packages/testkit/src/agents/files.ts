import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

export async function writeFileIn(folder: string, name: string, content: string | object): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
  return path;
}

/** Files below a folder whose path is accepted; none if the folder is missing. */
export async function findFiles(folder: string, accepts: (path: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.filter(accepts).sort();
}
