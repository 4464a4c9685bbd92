import { join } from "node:path";
import type { Host } from "../host/host.ts";
import { cacheFolderOf } from "../host/own-folders.ts";

/** It may be deleted at any time. */
export function catalogPath(host: Pick<Host, "env" | "homeFolder" | "platform">): string {
  return join(cacheFolderOf(host), "catalog.db");
}
