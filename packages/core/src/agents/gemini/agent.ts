import { join } from "node:path";
import { type AgentDefinition, headless } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { geminiSource } from "./source.ts";

export const geminiAgent: AgentDefinition = {
  agent: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  install: "npm install -g @google/gemini-cli",
  can: {
    ...headless,
    streams: true,
    takesImages: true,
    takesFiles: true,
    escapesMentions: true,
    contextTokens: 1_000_000,
  },
  source: geminiSource,
  ownFolders: ({ env, homeFolder }) =>
    namedAndUsual(env.GEMINI_CLI_HOME, homeFolder).map((folder) => join(folder, ".gemini")),
  acting: async () => (await import("./acting.ts")).acting,
};
