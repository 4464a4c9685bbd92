import { lstatSync, realpathSync } from "node:fs";
import { join } from "node:path";

/** Where a repository keeps its objects, or why they are not read. */
type GitObjects =
  | { readonly isKnown: true; readonly folder: string }
  | { readonly isKnown: false; readonly reason: string };

/** Objects that are in another folder are not read: a repository could name any folder of the machine. */
export function objectsOf(gitFolder: string): GitObjects {
  try {
    const folder = join(realpathSync(gitFolder), "objects");
    if (!lstatSync(folder).isDirectory())
      return { isKnown: false, reason: "its objects are in another folder" };
    const alternates = lstatSync(join(folder, "info", "alternates"), { throwIfNoEntry: false });
    return alternates
      ? { isKnown: false, reason: "it borrows objects from another repository (objects/info/alternates)" }
      : { isKnown: true, folder };
  } catch {
    return { isKnown: false, reason: "its objects cannot be read" };
  }
}
