import { lateDecoder } from "../reading/late-decoder.ts";
import type { AgentSource } from "../reading/source.ts";
import { claudeNames } from "./read/given-names.ts";
import { claudeHomes, locateClaude } from "./read/locate.ts";
import { claudeOwners } from "./read/owners.ts";
import { registryFiles } from "./read/process-registry.ts";

export const claudeSource: AgentSource = {
  agent: "claude",
  // It looks back by itself.
  afterGap: () => "",
  toolNames: { command: ["Bash", "PowerShell"], edit: ["Edit", "Write", "MultiEdit", "NotebookEdit"] },
  ailments: async () => (await import("./ailments.ts")).claudeAilments,
  homes: claudeHomes,
  locate: locateClaude,
  decode: lateDecoder(async () => (await import("./read/decode.ts")).decodeClaude),
  indexes: registryFiles,
  names: claudeNames,
  owners: claudeOwners,
};
