import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driving/driver.ts";
import { execDriver, uuidShape } from "../../exec/driver.ts";
import type { ExecAgent } from "../../exec/exec-agent.ts";
import { claudeAgent } from "../agent.ts";
import { claudeReleases } from "../releases.ts";
import { claudeCommand, leftOut } from "./command.ts";
import { heldByOther } from "./held-by-other.ts";
import { claudeHome, claudeHomeEnv } from "./home.ts";
import { blocksFor } from "./message-with.ts";
import { claudePermissions } from "./permissions.ts";
import { ClaudeReader } from "./reader.ts";

const claudeExec: ExecAgent = {
  ...claudeAgent,
  releases: claudeReleases,
  takesId: true,
  readsInstructions: true,
  threadShape: uuidShape,
  // Turns have no ids: a line's uuid marks the end of what is kept.
  forkShape: uuidShape,
  command: claudeCommand,
  reader: (turn) => new ClaudeReader(turn),
  homeEnv: claudeHomeEnv,
  homeOf: (launch) => realHome(claudeHome(launch)),
  permissions: claudePermissions,
  checkInput: (input) => void blocksFor(input),
  refusal: heldByOther,
  guard: leftOut,
};

/** `claude -p`. */
export const claudeExecDriver: AgentDriver = execDriver(claudeExec);
