import { join } from "node:path";
import { lateDecoder } from "../reading/late-decoder.ts";
import type { AgentSource } from "../reading/source.ts";
import { decoderTexts } from "./read/decoder-texts.ts";
import { codexAfterGap } from "./read/fact-collector.ts";
import { codexNames } from "./read/given-names.ts";
import { codexHomes, locateCodex } from "./read/locate.ts";
import { codexOwners } from "./read/owners.ts";

export const codexSource: AgentSource = {
  agent: "codex",
  afterGap: codexAfterGap,
  toolNames: {
    command: ["exec_command", "shell", "shell_command", "local_shell", "container.exec", "unified_exec", "bash"],
    edit: ["apply_patch"],
  },
  ailments: async () => (await import("./ailments.ts")).codexAilments,
  ownWords: decoderTexts,
  isApart: (line, { thread }) => line.includes(`"id":"${thread}"`) && !line.includes("history_base"),
  homes: codexHomes,
  locate: locateCodex,
  decode: lateDecoder(async () => (await import("./read/decode.ts")).decodeCodex),
  indexes: (home) => ["session_index.jsonl", "config.toml"].map((name) => join(home, name)),
  names: codexNames,
  owners: (home, _open, host) => codexOwners(home, host),
};
