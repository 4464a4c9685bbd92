/**
 * Claude Code: session files, and `claude -p`. What is known about it: docs/agents/claude.md.
 *
 * - where its files are: read/locate.ts; which process has a session open: read/owners.ts, read/process-registry.ts
 * - how a line is read: read/record.ts, then read/user.ts, read/assistant.ts, read/system.ts; for lists by its head: read/peek.ts
 * - which branch of a conversation counts: read/conversation-tree.ts
 * - what counts as a prompt: read/user.ts, read/classify-user-text.ts; as an attachment: read/attachment.ts; its tokens: read/tokens.ts
 * - how it is run: exec/driver.ts, exec/command.ts; lines to events: exec/reader.ts; which permissions it has: exec/permissions.ts
 * - what a release can do, and what is done instead: releases.ts, then the table in docs/agents/claude.md
 * - how a session is written into its store: write/writer.ts, write/records.ts; moved: write/mover.ts
 * - which of its tools a call of another agent becomes: tools.ts
 * - what makes a session fail: ailments.ts (the history), faults.ts (one item), broken-chain.ts
 * - how a message of a chat reaches it, and which files travel: chat.ts
 */

import { join } from "node:path";
import { type AgentDefinition, headless } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { claudeSource } from "./source.ts";

export const claudeAgent: AgentDefinition = {
  agent: "claude",
  title: "Claude Code",
  program: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  signIn: "Run `claude` and type /login",
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
