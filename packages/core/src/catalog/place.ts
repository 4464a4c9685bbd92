import { join } from "node:path";
import type { Host } from "../host/host.ts";

/** Where the catalog lies; it may be deleted at any time. */
export function catalogPath({ env, homeFolder, platform }: Host): string {
  return join(env.REPRISE_CACHE || join(cacheFolder(), "reprise"), "catalog.db");

  function cacheFolder(): string {
    if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME;
    return platform === "win32" && env.LOCALAPPDATA ? env.LOCALAPPDATA : join(homeFolder, ".cache");
  }
}
