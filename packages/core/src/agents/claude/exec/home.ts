import { join } from "node:path";
import { homeFolderOf } from "../../../host/own-folders.ts";
import type { Launch } from "../../driving/driver.ts";

export function claudeHome({ home, env }: Pick<Launch, "home" | "env">): string {
  return home ?? (env.CLAUDE_CONFIG_DIR || join(homeFolderOf(env), ".claude"));
}

/** Not for its default: there it keeps its login beside the folder, and looks for it inside when the folder is named. */
export function claudeHomeEnv(home: string, { env }: Pick<Launch, "env">): Readonly<Record<string, string>> {
  const isDefault = !env.CLAUDE_CONFIG_DIR && home === join(homeFolderOf(env), ".claude");
  return isDefault ? {} : { CLAUDE_CONFIG_DIR: home };
}
