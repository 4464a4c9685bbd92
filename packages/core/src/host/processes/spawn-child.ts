import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findProgram, withAbsolutePath } from "./find-program.ts";
import { programProblem } from "./program-problem.ts";

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ProgramLaunch {
  /** A path, or a name on the PATH of `env`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Null: ours. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** In its own process group, with three pipes. Rejects with the system's error if it cannot start; `path` names what is missing. */
export async function spawnChild(launch: ProgramLaunch): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(programAt(launch), [...launch.args], {
    cwd: launch.cwd ?? undefined,
    env: withAbsolutePath(launch.env) as NodeJS.ProcessEnv,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
  });
  // Later errors are reported by the exit; unhandled they would crash us.
  const started = new Promise<void>((resolve, reject) => child.once("spawn", resolve).on("error", reject));
  await started.catch((error) => Promise.reject(withMissingFolder(error, launch.cwd)));
  // The exit reports writes to a dead program.
  child.stdin.on("error", () => undefined);
  return child;
}

/** Never picks a program of its working folder, unless given by path. */
function programAt({ program, env }: ProgramLaunch): string {
  const found = findProgram(program, env);
  const problem = found === null ? null : programProblem(found);
  if (problem !== null)
    throw Object.assign(new Error(`${found} cannot be run: ${problem}.`), { code: "ENOEXEC", path: found });
  if (found !== null) return found;
  // Starting it yields the system's reason.
  if (/[/\\]/.test(program)) return resolve(program);
  throw Object.assign(new Error(`Program not found: ${program} on the PATH.`), {
    code: "ENOENT",
    path: program,
  });
}

/** The system reports a missing folder like a missing program. */
function withMissingFolder(error: NodeJS.ErrnoException, cwd: string | null): NodeJS.ErrnoException {
  if (error.code !== "ENOENT" || cwd === null || existsSync(cwd)) return error;
  return Object.assign(new Error(`The folder ${cwd} does not exist.`, { cause: error }), {
    code: "ENOENT",
    path: cwd,
  });
}

/** Not after its exit: the pid may be reused. On Windows, which has no groups, the process alone. */
export function signalGroup(
  child: ChildProcess,
  signal: NodeJS.Signals,
  platform: NodeJS.Platform = process.platform,
): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    // macOS returns EPERM for a group whose last member is exiting.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
