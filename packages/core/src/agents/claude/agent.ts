import { join } from "node:path";
import { type AgentDefinition, headless } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { claudeSource } from "./source.ts";

export const claudeAgent: AgentDefinition = {
  agent: "claude",
  title: "Claude Code",
  program: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  can: {
    ...headless,
    streams: true,
    forks: true,
    takesImages: true,
    takesFiles: true,
    contextTokens: 200_000,
  },
  subAgentTools: ["Task", "Agent"],
  source: claudeSource,
  ownFolders: ({ env, homeFolder }) => [
    ...namedAndUsual(env.CLAUDE_CONFIG_DIR, join(homeFolder, ".claude")),
    join(homeFolder, ".claude.json"),
  ],
  acting: async () => (await import("./acting.ts")).acting,
};
