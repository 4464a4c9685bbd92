import { join } from "node:path";
import { homeFolderOf } from "../../../host/own-folders.ts";
import type { Launch } from "../../driving/driver.ts";

export function claudeHome({ home, env }: Pick<Launch, "home" | "env">): string {
  return home ?? (env.CLAUDE_CONFIG_DIR || join(homeFolderOf(env), ".claude"));
}

/** Not set for the default home: its login is next to the folder there, but inside a named one. */
export function claudeHomeEnv(home: string, { env }: Pick<Launch, "env">): Readonly<Record<string, string>> {
  const isDefault = !env.CLAUDE_CONFIG_DIR && home === join(homeFolderOf(env), ".claude");
  return isDefault ? {} : { CLAUDE_CONFIG_DIR: home };
}
