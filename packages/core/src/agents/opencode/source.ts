import { lateDecoder } from "../reading/late-decoder.ts";
import type { AgentSource } from "../reading/source.ts";
import { locateOpenCode } from "./read/locate.ts";
import { opencodeHomes } from "./read/locations.ts";
import { opencodeOwners } from "./read/owners.ts";

export const opencodeSource: AgentSource = {
  agent: "opencode",
  toolNames: { command: ["bash"], edit: ["edit", "write", "multiedit", "patch", "apply_patch"] },
  ailments: async () => (await import("./ailments.ts")).opencodeAilments,
  homes: opencodeHomes,
  locate: locateOpenCode,
  decode: lateDecoder(async () => (await import("./read/decode.ts")).decodeOpenCode),
  // Names are stored with the session.
  names: () => new Map(),
  owners: (_home, open, host) => opencodeOwners(open, host),
};
