import { basename, dirname, join } from "node:path";
import type { Launch } from "../../driving/driver.ts";

/** Its data is in `opencode` below XDG_DATA_HOME. */
export function opencodeHomeEnv(home: string): Readonly<Record<string, string>> {
  return { XDG_DATA_HOME: basename(home) === "opencode" ? dirname(home) : home };
}

export function opencodeHome({ home, env }: Pick<Launch, "home" | "env">): string {
  return home ?? join(env.XDG_DATA_HOME || join(env.HOME ?? "", ".local", "share"), "opencode");
}
