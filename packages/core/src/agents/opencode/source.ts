import type { AgentSource } from "../reading/source.ts";
import { decodeOpenCode } from "./decode.ts";
import { locateOpenCode } from "./locate.ts";
import { opencodeOwners } from "./owners.ts";
import { opencodeHomes } from "./place.ts";

export const opencodeSource: AgentSource = {
  agent: "opencode",
  ailments: async () => (await import("./ailments.ts")).opencodeAilments,
  homes: opencodeHomes,
  locate: locateOpenCode,
  decode: decodeOpenCode,
  // What OpenCode calls a session is stored with it.
  names: () => new Map(),
  owners: (_home, open, host) => opencodeOwners(open, host),
};
