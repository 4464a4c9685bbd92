import { join } from "node:path";

/** The keys of encrypted saved sessions. */
export function keysPath(stateFolder: string): string {
  return join(stateFolder, "workspaces", "keys.json");
}
