import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { findProgram, withAbsolutePath } from "./find-program.ts";
import { programProblem } from "./program-problem.ts";

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A child process in its own process group, with line-based I/O. */
export interface Child {
  readonly pid: number;
  /** Lines of stdout; read once. Ends soon after the program, even if a grandchild keeps the pipe open. */
  readonly lines: AsyncIterable<string>;
  /** The same lines in batches; use one of the two. */
  readonly batches: AsyncIterable<readonly string[]>;
  /** Resolves after the exit and the end of stderr, whether or not `lines` were read. */
  readonly exited: Promise<ChildExit>;
  /** Never throws; `exited` reports a dead program. */
  write(text: string): void;
  closeInput(): void;
  /** The end of its stderr. */
  stderr(): string;
  /** Does nothing if the program is gone. */
  kill(signal: NodeJS.Signals): void;
}

export interface ChildLaunch {
  /** A path, or a name on the PATH of `env`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Null: ours. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStderr?: (line: string) => void;
}

const keptOfStderr = 64 * 1024;
/** Silence after the exit before the output counts as complete. */
const silenceMs = 250;

/** Rejects with the system's error if it cannot start; `path` names what is missing. */
export async function startChild(launch: ChildLaunch): Promise<Child> {
  const child = spawn(programAt(launch), [...launch.args], {
    cwd: launch.cwd ?? undefined,
    env: withAbsolutePath(launch.env) as NodeJS.ProcessEnv,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
  });
  // Later errors are reported by `exited`; unhandled they would crash us.
  const started = new Promise<void>((resolve, reject) => child.once("spawn", resolve).on("error", reject));
  const exit = exitOf(child);
  await started.catch((error) => Promise.reject(withMissingFolder(error, launch.cwd)));
  const stderr = keepStderr(child, launch.onStderr);
  // `exited` reports writes to a dead program.
  child.stdin.on("error", () => undefined);
  const batches = batchesOf(child.stdout, child);
  return {
    pid: child.pid ?? 0,
    batches,
    lines: linesOf(batches),
    exited: exit,
    write: (text) => void child.stdin.write(text),
    closeInput: () => void child.stdin.end(),
    stderr: () => stderr.text,
    kill: (signal) => signalGroup(child, signal),
  };
}

/** Never picks a program of its working folder, unless given by path. */
function programAt({ program, env }: ChildLaunch): string {
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

function exitOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      const tell = () => resolve({ code, signal });
      const silence = setTimeout(tell, silenceMs);
      child.once("close", () => {
        clearTimeout(silence);
        tell();
      });
    });
  });
}

async function* linesOf(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const lines of batches) yield* lines;
}

/** Splits at \n only: JSON may contain other line separators. */
async function* batchesOf(output: Readable, child: ChildProcess): AsyncGenerator<readonly string[]> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const piece of piecesOf(output, child)) {
    const lines = decoder.write(piece).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== "") yield [rest];
}

/** Backpressure: unread output stays in the pipe. */
async function* piecesOf(output: Readable, child: ChildProcess): AsyncGenerator<Buffer> {
  let wake = () => {};
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  for (const event of ["readable", "end", "close", "error"]) output.on(event, () => wake());
  child.once("exit", () => wake());
  for (;;) {
    for (let piece = output.read(); piece !== null; piece = output.read()) yield piece;
    if (output.readableEnded || output.destroyed) return;
    const isNews = await new Promise<boolean>((resolve) => {
      const silence = isGone() ? setTimeout(() => resolve(false), silenceMs) : undefined;
      wake = () => {
        clearTimeout(silence);
        resolve(true);
      };
    });
    if (!isNews) return void output.destroy();
  }
}

function keepStderr(child: ChildProcess, onLine?: (line: string) => void): { text: string } {
  const kept = { text: "" };
  const decoder = new StringDecoder("utf8");
  let rest = "";
  child.stderr?.on("data", (piece: Buffer) => {
    const text = decoder.write(piece);
    kept.text = (kept.text + text).slice(-keptOfStderr);
    const parts = (rest + text).split("\n");
    rest = (parts.pop() ?? "").slice(-keptOfStderr);
    for (const line of parts) onLine?.(line);
  });
  child.stderr?.on("end", () => {
    if (rest !== "") onLine?.(rest);
  });
  return kept;
}

/** Not after its exit: the pid may be reused. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    // macOS returns EPERM for a group whose last member is exiting.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
