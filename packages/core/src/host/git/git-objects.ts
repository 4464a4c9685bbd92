import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";

type GitObjects =
  | { readonly isKnown: true; readonly folder: string }
  | { readonly isKnown: false; readonly reason: string };

/** Objects outside the repository are not read: it could name any folder of the machine. */
export function objectsOf(gitFolder: string): GitObjects {
  try {
    const folder = join(realpathSync(gitFolder), "objects");
    if (!lstatSync(folder).isDirectory()) return { isKnown: false, reason: "its objects are in another folder" };
    const alternates = lstatSync(join(folder, "info", "alternates"), { throwIfNoEntry: false });
    return alternates
      ? { isKnown: false, reason: "it borrows objects from another repository (objects/info/alternates)" }
      : { isKnown: true, folder };
  } catch {
    return { isKnown: false, reason: "its objects cannot be read" };
  }
}
