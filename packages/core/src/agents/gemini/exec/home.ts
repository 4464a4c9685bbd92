import { basename, dirname, join } from "node:path";
import { homeFolderOf } from "../../../host/own-folders.ts";
import type { Launch } from "../../driving/driver.ts";

const folder = ".gemini";

/** `GEMINI_CLI_HOME` names the folder above it. */
export function geminiFolder({ home, env }: Pick<Launch, "home" | "env">): string {
  if (home !== null) return basename(home) === folder ? home : join(home, folder);
  return join(env.GEMINI_CLI_HOME || homeFolderOf(env), folder);
}

export function geminiHomeEnv(_home: string, launch: Pick<Launch, "home" | "env">): Readonly<Record<string, string>> {
  return { GEMINI_CLI_HOME: dirname(geminiFolder(launch)) };
}
