/**
 * Codex: rollouts of every era, `codex app-server` and `codex exec`. What is known about it: docs/agents/codex.md.
 *
 * - where its files are: read/locate.ts; which process has a thread open: read/owners.ts
 * - how a line is read: read/record.ts, then read/event.ts, read/response-item.ts or read/completed-item.ts; for lists by its head: peek/peek.ts
 * - what counts as a prompt or an attachment: read/message.ts; its tokens: read/token-totals.ts
 * - how it is run: driver/driver.ts, driver/handshake.ts, driver/thread.ts; messages to events: driver/running-turn.ts
 * - what it asks permission for: driver/requests/request-router.ts, driver/requests/approval.ts
 * - which permissions it has: driver/permissions.ts, configuration.ts
 * - what a release can do, and what is done instead: releases.ts, then the table in docs/agents/codex.md
 * - how a new thread gets a history: driver/inject-items.ts; a session written into its store: write/writer.ts; moved: write/mover.ts
 * - which of its tools a call of another agent becomes: tools.ts
 * - what makes a session fail: ailments.ts (the history), faults.ts (one item), unresumable.ts
 * - how a message of a chat reaches it, and which files travel: exec/command.ts, chat.ts; what its output means: exec/reader.ts
 */

import { join } from "node:path";
import type { AgentDefinition } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { codexSource } from "./source.ts";

export const codexAgent: AgentDefinition = {
  agent: "codex",
  title: "Codex",
  program: "codex",
  install: "npm install -g @openai/codex",
  signIn: "Run `codex login`",
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
