import { join } from "node:path";
import { type AgentDefinition, headless } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { opencodeSource } from "./source.ts";

export const opencodeAgent: AgentDefinition = {
  agent: "opencode",
  title: "OpenCode",
  program: "opencode",
  install: "npm install -g opencode-ai",
  can: { ...headless, forks: true, takesImages: true, takesFiles: true, contextTokens: 128_000 },
  source: opencodeSource,
  ownFolders: ({ env, homeFolder }) => [
    ...[
      ...namedAndUsual(env.XDG_DATA_HOME, join(homeFolder, ".local", "share")),
      ...namedAndUsual(env.XDG_STATE_HOME, join(homeFolder, ".local", "state")),
      ...namedAndUsual(env.XDG_CONFIG_HOME, join(homeFolder, ".config")),
      ...namedAndUsual(env.XDG_CACHE_HOME, join(homeFolder, ".cache")),
    ].map((folder) => join(folder, "opencode")),
    ...(env.OPENCODE_DB ? [env.OPENCODE_DB] : []),
    join(homeFolder, ".opencode"),
  ],
  acting: async () => (await import("./acting.ts")).acting,
};
