import { basename, dirname } from "node:path";

/** Its data lie in `opencode` below XDG_DATA_HOME. */
export function opencodeHomeEnv(home: string): Readonly<Record<string, string>> {
  return { XDG_DATA_HOME: basename(home) === "opencode" ? dirname(home) : home };
}
