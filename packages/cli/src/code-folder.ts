import { isAbsolute, join } from "node:path";
import { cacheFolderOf, homeFolderOf, makePrivateFolder } from "@reprise/core/folders";

/** Only we can write to it, so never the shared temporary folder: the code is run. Null where there is no such folder. */
export function codeFolder(): string | null {
  const { env, platform } = process;
  try {
    const cache = cacheFolderOf({ env, homeFolder: homeFolderOf(env), platform });
    const folder = join(cache, "compiled");
    return isAbsolute(cache) && makePrivateFolder(cache) && makePrivateFolder(folder) ? folder : null;
  } catch {
    return null; // only an optimisation
  }
}
