import { join } from "node:path";
import type { AgentDefinition } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { codexSource } from "./source.ts";

export const codexAgent: AgentDefinition = {
  agent: "codex",
  title: "Codex",
  program: "codex",
  install: "npm install -g @openai/codex",
  can: {
    streams: true,
    asks: true,
    steers: true,
    informs: true,
    forks: true,
    locks: true,
    takesImages: true,
    takesFiles: false,
    contextTokens: 258_400,
    promptCharacters: 1_048_576,
  },
  source: codexSource,
  ownFolders: ({ env, homeFolder }) => [
    ...namedAndUsual(env.CODEX_HOME, join(homeFolder, ".codex")),
    ...(env.CODEX_SQLITE_HOME ? [env.CODEX_SQLITE_HOME] : []),
    join(homeFolder, ".codexpotter"),
    join(homeFolder, ".agents"),
  ],
  acting: async () => (await import("./acting.ts")).acting,
};
