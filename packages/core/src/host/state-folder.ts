import { join } from "node:path";
import type { Host } from "./host.ts";
import { xdgFolder } from "./own-folders.ts";

/** Where our journals, replies and locks are. */
export function stateFolderOf(host: Host): string {
  return host.env.REPRISE_STATE || join(xdgFolder("STATE", host), "reprise");
}
