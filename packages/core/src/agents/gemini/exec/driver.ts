import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driving/driver.ts";
import { execDriver, uuidShape } from "../../exec/driver.ts";
import type { ExecAgent } from "../../exec/exec-agent.ts";
import { geminiAgent } from "../agent.ts";
import { geminiReleases } from "../releases.ts";
import { geminiCommand } from "./command.ts";
import { geminiFolder, geminiHomeEnv } from "./home.ts";
import { keepSession } from "./keep-session.ts";
import { geminiPermissions } from "./permissions.ts";
import { GeminiReader } from "./reader.ts";

const geminiExec: ExecAgent = {
  ...geminiAgent,
  releases: geminiReleases,
  takesId: true,
  threadShape: uuidShape,
  command: geminiCommand,
  reader: (turn) => new GeminiReader(turn),
  homeEnv: geminiHomeEnv,
  homeOf: (launch) => realHome(geminiFolder(launch)),
  permissions: geminiPermissions,
  guard: keepSession,
};

/** `gemini` with its input as the prompt. */
export const geminiExecDriver: AgentDriver = execDriver(geminiExec);
