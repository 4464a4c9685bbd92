import type { Failure } from "@reprise/model";
import { type Child, startChild } from "../../../host/processes/child.ts";
import { findProgram } from "../../../host/processes/find-program.ts";
import { DriverError, type Launch } from "../../driving/driver.ts";
import { knownVersion } from "../../driving/installed-version.ts";
import { codexReleases } from "../releases.ts";

/** Rejects with a DriverError that says what to install or set. */
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

export function missingProgram(launch: Pick<Launch, "program" | "env">): Failure | null {
  return foundProgram(launch) === null ? notStarted(launch.program ?? "codex", "it does not exist") : null;
}

export function foundProgram({ program, env }: Pick<Launch, "program" | "env">): string | null {
  return findProgram(program ?? "codex", env);
}

/** Without starting it. */
export function installedCodex(launch: Pick<Launch, "program" | "env">): string | null {
  const program = foundProgram(launch);
  return program === null ? null : knownVersion(program, codexReleases, launch.env);
}

function failureOfStart(error: NodeJS.ErrnoException, program: string, cwd: string | null): Failure {
  if (cwd !== null && error.path === cwd)
    return { kind: "other", message: `${error.message} Choose another folder.`, resetsAt: null };
  if (error.code === "ENOEXEC")
    return {
      kind: "agent-missing",
      message: `Codex cannot be started: ${error.message} ${install}`,
      resetsAt: null,
    };
  return notStarted(program, error.code ?? error.message);
}

const install = "Install it with `npm install -g @openai/codex`, or set REPRISE_CODEX_BIN to its program.";

function notStarted(program: string, why: string): Failure {
  const message = `Codex cannot be started as ${program} (${why}). ${install}`;
  return { kind: "agent-missing", message, resetsAt: null };
}
