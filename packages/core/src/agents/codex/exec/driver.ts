import type { AgentDriver } from "../../driver.ts";
import type { ExecAgent } from "../../exec/agent.ts";
import { execCan, execDriver, uuidShape } from "../../exec/driver.ts";
import { codexHome } from "../driver/home.ts";
import { codexPermissions } from "../driver/permissions.ts";
import { codexCommand } from "./command.ts";
import { CodexReader } from "./reader.ts";

const codexExec: ExecAgent = {
  agent: "codex",
  title: "Codex",
  program: "codex",
  install: "npm install -g @openai/codex",
  takesId: false,
  // A name that nobody has makes `codex exec resume` start a new thread; an unknown id is refused.
  threadShape: uuidShape,
  can: { ...execCan, streams: false, locks: true, contextTokens: 258_400 },
  command: codexCommand,
  reader: (turn) => new CodexReader(turn),
  homeEnv: (home) => ({ CODEX_HOME: home }),
  homeOf: codexHome,
  permissions: codexPermissions,
};

/** `codex exec` and `codex exec resume`. */
export const codexExecDriver: AgentDriver = execDriver(codexExec);
