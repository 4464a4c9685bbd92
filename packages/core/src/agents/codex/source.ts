import { join } from "node:path";
import type { AgentSource } from "../reading/source.ts";
import { decodeCodex } from "./decode.ts";
import { codexHomes, locateCodex } from "./locate.ts";
import { codexNames } from "./names.ts";
import { ownWords } from "./own-words.ts";
import { codexOwners } from "./owners.ts";

export const codexSource: AgentSource = {
  agent: "codex",
  ailments: async () => (await import("./ailments.ts")).codexAilments,
  ownWords,
  homes: codexHomes,
  locate: locateCodex,
  decode: decodeCodex,
  indexes: (home) => ["session_index.jsonl", "config.toml"].map((name) => join(home, name)),
  names: codexNames,
  owners: (home, _open, host) => codexOwners(home, host),
};
