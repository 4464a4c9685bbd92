import { join } from "node:path";
import type { Launch } from "../../driver.ts";

export function claudeHome({ home, env }: Pick<Launch, "home" | "env">): string {
  return home ?? env.CLAUDE_CONFIG_DIR ?? join(env.HOME ?? "", ".claude");
}

/** Not for its default: there it keeps its login beside the folder, and looks for it inside when the folder is named. */
export function claudeHomeEnv(home: string, { env }: Pick<Launch, "env">): Readonly<Record<string, string>> {
  const isDefault = env.CLAUDE_CONFIG_DIR === undefined && home === join(env.HOME ?? "", ".claude");
  return isDefault ? {} : { CLAUDE_CONFIG_DIR: home };
}
