import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driving/driver.ts";
import { execDriver } from "../../exec/driver.ts";
import type { ExecAgent } from "../../exec/exec-agent.ts";
import { opencodeAgent } from "../agent.ts";
import { opencodeReleases } from "../releases.ts";
import { sessionShape } from "../session-shape.ts";
import { checkSession } from "./check-session.ts";
import { opencodeCommand } from "./command.ts";
import { opencodeHome, opencodeHomeEnv } from "./home.ts";
import { missingLines } from "./missing-lines.ts";
import { opencodePermissions } from "./permissions.ts";
import { OpencodeReader } from "./reader.ts";

export const opencodeExec: ExecAgent = {
  ...opencodeAgent,
  releases: opencodeReleases,
  takesId: false,
  readsInstructions: true,
  threadShape: sessionShape,
  forkShape: null,
  command: opencodeCommand,
  reader: (turn) => new OpencodeReader(turn),
  homeEnv: opencodeHomeEnv,
  homeOf: (launch) => realHome(opencodeHome(launch)),
  permissions: opencodePermissions,
  checkSession: checkSession,
  missingLines: missingLines,
};

/** `opencode run`. */
export const opencodeExecDriver: AgentDriver = execDriver(opencodeExec);
