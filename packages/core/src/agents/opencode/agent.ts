/**
 * OpenCode: its database, its older files, and `opencode run`. What is known about it: docs/agents/opencode.md.
 *
 * - where its sessions are: read/locate.ts, read/locations.ts; which process has one open: read/owners.ts
 * - how a store is read: read/open-store.ts, read/database-store.ts, read/json-store.ts; its tables: read/tables.ts
 * - how a message is read: read/message.ts, read/tool-call.ts; of the newer format: read/self-contained.ts
 * - what counts as a prompt or an attachment: read/user-message.ts; its tokens: read/tokens.ts
 * - how it is run: exec/driver.ts, exec/command.ts; lines to events: exec/reader.ts; which permissions it has: exec/permissions.ts
 * - what a release can do, and what is done instead: releases.ts, then the table in docs/agents/opencode.md
 * - how a session is written into its store, by OpenCode itself: write/writer.ts, write/session.ts; moved: write/mover.ts
 * - which of its tools a call of another agent becomes: tools.ts
 * - what makes a session fail: ailments.ts (the history), faults.ts (one item)
 * - how a message of a chat reaches it, and which files travel: chat.ts
 */

import { join } from "node:path";
import { type AgentDefinition, headless } from "../definition.ts";
import { namedAndUsual } from "../own-folders.ts";
import { opencodeSource } from "./source.ts";

export const opencodeAgent: AgentDefinition = {
  agent: "opencode",
  title: "OpenCode",
  program: "opencode",
  install: "npm install -g opencode-ai",
  signIn: "Run `opencode auth login`",
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
