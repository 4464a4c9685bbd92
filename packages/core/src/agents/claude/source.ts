import type { AgentSource } from "../reading/source.ts";
import { decodeClaude } from "./decode.ts";
import { claudeHomes, locateClaude } from "./locate.ts";
import { claudeNames } from "./names.ts";
import { claudeOwners } from "./owners.ts";
import { registryFiles } from "./registry.ts";

export const claudeSource: AgentSource = {
  agent: "claude",
  ailments: async () => (await import("./ailments.ts")).claudeAilments,
  homes: claudeHomes,
  locate: locateClaude,
  decode: decodeClaude,
  indexes: registryFiles,
  names: claudeNames,
  owners: claudeOwners,
};
