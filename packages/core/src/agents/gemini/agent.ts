/**
 * Gemini CLI: session files, and `gemini` without a terminal. What is known about it: docs/agents/gemini.md.
 *
 * - where its files are: read/locate.ts, read/project.ts; which process has a session open: read/owners.ts
 * - how a line is read: read/record.ts, then read/conversation.ts (what counts by now) and read/message.ts (one message)
 * - files that are one JSON document: read/whole-file.ts; what is left of broken ones: read/salvage.ts
 * - what counts as a prompt or an attachment: read/message.ts, read/user-message.ts; its tokens: read/tokens.ts
 * - how it is run: exec/driver.ts, exec/command.ts; lines to events: exec/reader.ts; which permissions it has: exec/permissions.ts
 * - how its files survive it: exec/keep-session.ts
 * - what a release can do, and what is done instead: releases.ts, then the table in docs/agents/gemini.md
 * - how a session is written into its store: write/writer.ts, write/records.ts; moved: write/mover.ts
 * - which of its tools a call of another agent becomes: tools.ts
 * - what makes a session fail: ailments.ts (the history), faults.ts (one item)
 * - how a message of a chat reaches it, and which files travel: chat.ts
 */

import { join } from "node:path";
import { type AgentDefinition, headless } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { geminiSource } from "./source.ts";

export const geminiAgent: AgentDefinition = {
  agent: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  install: "npm install -g @google/gemini-cli",
  signIn: "Run `gemini` and type /auth",
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
