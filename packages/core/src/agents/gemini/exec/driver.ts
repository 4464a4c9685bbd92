import { nodeHost } from "../../../host/node-host.ts";
import { realHome } from "../../../host/real-home.ts";
import type { AgentDriver } from "../../driving/driver.ts";
import { execDriver, uuidShape } from "../../exec/driver.ts";
import type { ExecAgent, ExecTurn, TurnGuard } from "../../exec/exec-agent.ts";
import { geminiAgent } from "../agent.ts";
import { geminiReleases } from "../releases.ts";
import { checkInput, leftOutInputs } from "./check-input.ts";
import { geminiCommand } from "./command.ts";
import { geminiFolder, geminiHomeEnv } from "./home.ts";
import { keepSession, sessionFiles } from "./keep-session.ts";
import { placedInputs } from "./outside-inputs.ts";
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
  checkInput,
  guard: guardTurn,
};

function guardTurn(turn: ExecTurn): TurnGuard {
  const { thread, prompt, launch } = turn;
  const kept = keepSession(turn);
  if (thread === null || !prompt.inputs?.length) return kept;
  const placed = placedInputs(prompt, launch);
  placed.copy();
  const { files } = nodeHost(launch.env);
  const log = () =>
    sessionFiles(geminiFolder(launch), thread, files).map((path) => files.text(path, mostLogBytes) ?? "");
  return {
    ...kept,
    after() {
      placed.remove();
      return [...kept.after(), ...leftOutInputs({ ...prompt, inputs: placed.inputs }, log().join("\n"))];
    },
  };
}

const mostLogBytes = 64 * 1024 * 1024;

/** `gemini` with its input as the prompt. */
export const geminiExecDriver: AgentDriver = execDriver(geminiExec);
