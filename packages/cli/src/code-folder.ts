import { isAbsolute, join } from "node:path";
import { cacheFolderOf, homeFolderOf, makePrivateFolder } from "@reprise/core/folders";

/**
 * Where compiled code is kept: a folder that only we can write, never the shared temporary folder. The code is run, so
 * nobody else may put it there. Null where there is no such folder.
 */
export function codeFolder(): string | null {
  const { env, platform } = process;
  try {
    const cache = cacheFolderOf({ env, homeFolder: homeFolderOf(env), platform });
    const folder = join(cache, "compiled");
    return isAbsolute(cache) && makePrivateFolder(cache) && makePrivateFolder(folder) ? folder : null;
  } catch {
    return null; // it only saves time
  }
}
