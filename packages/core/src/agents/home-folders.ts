import { join } from "node:path";
import { type Agent, agentTraits } from "@reprise/model";
import type { Host } from "../host/host.ts";

export interface HomeFolder {
  readonly path: string;
  /** Whose it is, as a person says it. */
  readonly owner: string;
}

/**
 * Where agents keep their own files: by the environment and by default, whether it is there or not. A single file counts
 * as a folder without entries.
 */
export function homeFolders({ env, homeFolder }: Host): HomeFolder[] {
  const below = (variable: string, ...usual: string[]) => [
    ...(env[variable] ? [env[variable]] : []),
    join(homeFolder, ...usual),
  ];
  const data = below("XDG_DATA_HOME", ".local", "share");
  const state = below("XDG_STATE_HOME", ".local", "state");
  const config = below("XDG_CONFIG_HOME", ".config");
  const cache = below("XDG_CACHE_HOME", ".cache");
  const places: Readonly<Record<Agent, readonly string[]>> = {
    codex: [
      ...below("CODEX_HOME", ".codex"),
      ...(env.CODEX_SQLITE_HOME ? [env.CODEX_SQLITE_HOME] : []),
      join(homeFolder, ".codexpotter"),
      join(homeFolder, ".agents"),
    ],
    claude: [...below("CLAUDE_CONFIG_DIR", ".claude"), join(homeFolder, ".claude.json")],
    gemini: below("GEMINI_CLI_HOME").map((folder) => join(folder, ".gemini")),
    opencode: [
      ...[...data, ...state, ...config, ...cache].map((folder) => join(folder, "opencode")),
      ...(env.OPENCODE_DB ? [env.OPENCODE_DB] : []),
      join(homeFolder, ".opencode"),
    ],
  };
  return Object.entries(places).flatMap(([agent, paths]) =>
    paths.map((path) => ({ path, owner: agentTraits[agent as Agent].title })),
  );
}
