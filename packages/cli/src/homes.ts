import { realpathSync } from "node:fs";
import { join } from "node:path";
import { homeFolderOf } from "@reprise/core/folders";
import { type Agent, agents } from "@reprise/model";
import type { Home, LibraryOptions } from "./surroundings.ts";

/**
 * Where sessions are looked for, by the environment the machine contract names. Said when nothing is found, and never
 * written into; finding sessions is the agents' own part of the library.
 */
export function homesIn(env: Readonly<Record<string, string | undefined>>, options: LibraryOptions): Home[] {
  const user = homeFolderOf(env);
  const usual: Readonly<Record<Agent, readonly string[]>> = {
    codex: [env.CODEX_HOME || join(user, ".codex"), join(user, ".codexpotter", "codex-compat")],
    claude: [env.CLAUDE_CONFIG_DIR || join(user, ".claude")],
    gemini: [join(env.GEMINI_CLI_HOME || user, ".gemini")],
    opencode: [join(env.XDG_DATA_HOME || join(user, ".local", "share"), "opencode")],
  };
  return agents.flatMap((agent) => {
    const paths = new Set((options.homes?.[agent] ?? usual[agent]).map(realPath));
    return [...paths].map((path) => ({ agent, path }));
  });
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // it does not exist, or may not be looked at: its name is all there is to say
  }
}
