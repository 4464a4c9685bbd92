import { realHome } from "../../../host/real-home.ts";
import { programOf } from "../../definition.ts";
import type { AgentDriver } from "../../driver.ts";
import type { ExecAgent } from "../../exec/agent.ts";
import { execDriver } from "../../exec/driver.ts";
import { opencodeAgent } from "../agent.ts";
import { opencodeReleases } from "../releases.ts";
import { opencodeCommand } from "./command.ts";
import { opencodeHome, opencodeHomeEnv } from "./home.ts";
import { opencodePermissions } from "./permissions.ts";
import { proveSession } from "./prove.ts";
import { OpencodeReader } from "./reader.ts";
import { unsaidLines } from "./unsaid.ts";

export const opencodeExec: ExecAgent = {
  ...programOf(opencodeAgent),
  releases: opencodeReleases,
  takesId: false,
  threadShape: /^ses_[0-9A-Za-z_-]{1,128}$/,
  can: opencodeAgent.can,
  forkShape: null,
  command: opencodeCommand,
  reader: (turn) => new OpencodeReader(turn),
  homeEnv: opencodeHomeEnv,
  homeOf: (launch) => realHome(opencodeHome(launch)),
  permissions: opencodePermissions,
  prove: proveSession,
  unsaid: unsaidLines,
};

/** `opencode run`. */
export const opencodeExecDriver: AgentDriver = execDriver(opencodeExec);
