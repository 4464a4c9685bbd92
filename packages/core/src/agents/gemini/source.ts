import { lateDecoder } from "../reading/late-decoder.ts";
import type { AgentSource } from "../reading/source.ts";
import { geminiHomes, locateGemini } from "./read/locate.ts";
import { geminiOwners } from "./read/owners.ts";
import { projectFiles } from "./read/project.ts";

export const geminiSource: AgentSource = {
  agent: "gemini",
  toolNames: { command: ["run_shell_command"], edit: ["write_file", "replace"] },
  ailments: async () => (await import("./ailments.ts")).geminiAilments,
  homes: geminiHomes,
  locate: locateGemini,
  decode: lateDecoder(async () => (await import("./read/decode.ts")).decodeGemini),
  indexes: projectFiles,
  // Names are in the log.
  names: () => new Map(),
  owners: (_home, open, host) => geminiOwners(open, host),
};
