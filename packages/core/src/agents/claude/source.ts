import type { AgentSource } from "../source.ts";
import { claudeAilments } from "./ailments.ts";
import { decodeClaude } from "./decode.ts";
import { claudeHomes, locateClaude } from "./locate.ts";
import { claudeNames } from "./names.ts";
import { claudeOwners } from "./owners.ts";
import { registryFiles } from "./registry.ts";

export const claudeSource: AgentSource = {
  agent: "claude",
  ailments: claudeAilments,
  homes: claudeHomes,
  locate: locateClaude,
  decode: decodeClaude,
  indexes: registryFiles,
  names: claudeNames,
  owners: claudeOwners,
};
