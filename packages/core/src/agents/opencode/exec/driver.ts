import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driver.ts";
import type { ExecAgent } from "../../exec/agent.ts";
import { execCan, execDriver } from "../../exec/driver.ts";
import { opencodeReleases } from "../releases.ts";
import { opencodeCommand } from "./command.ts";
import { opencodeHome, opencodeHomeEnv } from "./home.ts";
import { opencodePermissions } from "./permissions.ts";
import { proveSession } from "./prove.ts";
import { OpencodeReader } from "./reader.ts";
import { unsaidLines } from "./unsaid.ts";

export const opencodeExec: ExecAgent = {
  agent: "opencode",
  title: "OpenCode",
  program: "opencode",
  install: "npm install -g opencode-ai",
  releases: opencodeReleases,
  takesId: false,
  threadShape: /^ses_[0-9A-Za-z_-]{1,128}$/,
  can: { ...execCan, streams: false, forks: true, locks: false, contextTokens: 128_000 },
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
