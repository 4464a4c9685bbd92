import type { AgentSource } from "../reading/source.ts";
import { decodeClaude } from "./read/decode.ts";
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
  decode: decodeClaude,
  indexes: registryFiles,
  names: claudeNames,
  owners: claudeOwners,
};
