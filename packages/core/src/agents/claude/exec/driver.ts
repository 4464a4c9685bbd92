import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driver.ts";
import type { ExecAgent } from "../../exec/agent.ts";
import { execCan, execDriver, uuidShape } from "../../exec/driver.ts";
import { claudeReleases } from "../releases.ts";
import { claudeCommand, leftOut } from "./command.ts";
import { heldByOther } from "./held.ts";
import { claudeHome, claudeHomeEnv } from "./home.ts";
import { claudePermissions } from "./permissions.ts";
import { ClaudeReader } from "./reader.ts";

const claudeExec: ExecAgent = {
  agent: "claude",
  title: "Claude Code",
  program: "claude",
  install: "npm install -g @anthropic-ai/claude-code",
  releases: claudeReleases,
  takesId: true,
  threadShape: uuidShape,
  can: { ...execCan, streams: true, forks: true, locks: false, contextTokens: 200_000 },
  // It has no names for turns: what is kept ends with a line, and that is named by its uuid.
  forkShape: uuidShape,
  command: claudeCommand,
  reader: (turn) => new ClaudeReader(turn),
  homeEnv: claudeHomeEnv,
  homeOf: (launch) => realHome(claudeHome(launch)),
  permissions: claudePermissions,
  refusal: heldByOther,
  guard: leftOut,
};

/** `claude -p`. */
export const claudeExecDriver: AgentDriver = execDriver(claudeExec);
