import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driver.ts";
import type { ExecAgent } from "../../exec/agent.ts";
import { execCan, execDriver, uuidShape } from "../../exec/driver.ts";
import { geminiReleases } from "../releases.ts";
import { geminiCommand } from "./command.ts";
import { geminiFolder, geminiHomeEnv } from "./home.ts";
import { keepSession } from "./keep.ts";
import { geminiPermissions } from "./permissions.ts";
import { GeminiReader } from "./reader.ts";

const geminiExec: ExecAgent = {
  agent: "gemini",
  title: "Gemini CLI",
  program: "gemini",
  install: "npm install -g @google/gemini-cli",
  releases: geminiReleases,
  takesId: true,
  threadShape: uuidShape,
  can: { ...execCan, streams: true, locks: false, contextTokens: 1_000_000 },
  command: geminiCommand,
  reader: (turn) => new GeminiReader(turn),
  homeEnv: geminiHomeEnv,
  homeOf: (launch) => realHome(geminiFolder(launch)),
  permissions: geminiPermissions,
  guard: keepSession,
};

/** `gemini` with its input as the prompt. */
export const geminiExecDriver: AgentDriver = execDriver(geminiExec);
