import { join } from "node:path";
import type { Host } from "./host.ts";

/** Where journals, replies and locks of ours lie. */
export function stateFolderOf(host: Host): string {
  const state = host.env.XDG_STATE_HOME || join(host.homeFolder, ".local", "state");
  return host.env.REPRISE_STATE || join(state, "reprise");
}
