import { type Child, startChild } from "../../../host/child.ts";
import { DriverError, type Launch } from "../../driver.ts";

/** Starts `codex app-server`. Rejects with a DriverError that says what to install or set. */
export async function startProgram(launch: Launch): Promise<Child> {
  const program = launch.program ?? "codex";
  const { cwd } = launch.settings;
  const home = launch.home === null ? {} : { CODEX_HOME: launch.home };
  try {
    return await startChild({
      program,
      args: ["app-server"],
      cwd,
      env: { ...launch.env, ...home },
      onStderr: (line) => launch.onLine("stderr", line),
    });
  } catch (error) {
    throw new DriverError(failureOfStart(error as NodeJS.ErrnoException, program, cwd), { cause: error });
  }
}

function failureOfStart(error: NodeJS.ErrnoException, program: string, cwd: string | null) {
  if (cwd !== null && error.path === cwd)
    return { kind: "other", message: `${error.message} Choose another with --cwd.`, resetsAt: null } as const;
  const message = `Codex cannot be started as ${program} (${error.code ?? error.message}). Install it with \`npm install -g @openai/codex\`, or set REPRISE_CODEX_BIN to its program.`;
  return { kind: "agent-missing", message, resetsAt: null } as const;
}
