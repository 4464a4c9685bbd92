import { headless, programOf } from "../../definition.ts";
import type { AgentDriver } from "../../driver.ts";
import type { ExecAgent } from "../../exec/agent.ts";
import { execDriver, uuidShape } from "../../exec/driver.ts";
import { codexAgent } from "../agent.ts";
import { codexHome } from "../driver/home.ts";
import { codexPermissions } from "../driver/permissions.ts";
import { codexCommand } from "./command.ts";
import { CodexReader } from "./reader.ts";

const codexExec: ExecAgent = {
  ...programOf(codexAgent),
  takesId: false,
  // A name that nobody has makes `codex exec resume` start a new thread; an unknown id is refused.
  threadShape: uuidShape,
  can: { ...codexAgent.can, ...headless, locks: true, takesImages: false },
  command: codexCommand,
  reader: (turn) => new CodexReader(turn),
  homeEnv: (home) => ({ CODEX_HOME: home }),
  homeOf: codexHome,
  permissions: codexPermissions,
};

/** `codex exec` and `codex exec resume`. */
export const codexExecDriver: AgentDriver = execDriver(codexExec);
