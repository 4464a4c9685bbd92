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

/** A program we started, in a process group of its own, spoken to by lines. */
export interface Child {
  readonly pid: number;
  /**
   * Standard output by lines, until it ends; a last line without a newline too. Read once.
   * Ends soon after the program even if a child of it has the pipe and keeps it open.
   */
  readonly lines: AsyncIterable<string>;
  /** The same lines, as many at a time as there are; either is read, not both. */
  readonly batches: AsyncIterable<readonly string[]>;
  /** Resolves when the program has ended and its standard error was read; whether `lines` were read or not. */
  readonly exited: Promise<ChildExit>;
  /** Never throws: a program that is gone reads nothing, and `exited` tells. */
  write(text: string): void;
  closeInput(): void;
  /** The last of what it wrote to standard error. */
  stderr(): string;
  /** Signals the whole group; nothing happens when the program is gone. */
  kill(signal: NodeJS.Signals): void;
}

export interface ChildLaunch {
  /** A path, or a name that is looked for on the PATH of `env`. */
  readonly program: string;
  readonly args: readonly string[];
  /** Null is our own. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStderr?: (line: string) => void;
}

const keptOfStderr = 64 * 1024;
/** How long the output of a program that has ended may stay silent before it counts as read. */
const silenceMs = 250;

/** Rejects with the system's error when the program cannot be started; its `path` names what is missing. */
export async function startChild(launch: ChildLaunch): Promise<Child> {
  const child = spawn(programAt(launch), [...launch.args], {
    cwd: launch.cwd ?? undefined,
    env: withAbsolutePath(launch.env) as NodeJS.ProcessEnv,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
  });
  // Also of errors after the start: these are told by `exited`, and unheard they would end us.
  const started = new Promise<void>((resolve, reject) => child.once("spawn", resolve).on("error", reject));
  const exit = exitOf(child);
  await started.catch((error) => Promise.reject(withMissingFolder(error, launch.cwd)));
  const stderr = keepStderr(child, launch.onStderr);
  // Writing to a program that has ended is told by `exited`, not by an error event.
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

/** Never a program of the folder it is started in, unless its path was given. */
function programAt({ program, env }: ChildLaunch): string {
  const found = findProgram(program, env);
  const problem = found === null ? null : programProblem(found);
  if (problem !== null)
    throw Object.assign(new Error(`${found} cannot be run: ${problem}.`), { code: "ENOEXEC", path: found });
  if (found !== null) return found;
  // The attempt gives the system's reason why this file cannot be started.
  if (/[/\\]/.test(program)) return resolve(program);
  throw Object.assign(new Error(`Program not found: ${program} on the PATH.`), {
    code: "ENOENT",
    path: program,
  });
}

/** The system says the same of a missing folder as of a missing program. */
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

/** Cuts at newlines only: other line separators stand in JSON as they are. */
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

/** What is not asked for stays in the pipe, so that a program cannot run ahead of who reads it. */
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

/** Not after the program's end was seen: its number may be somebody else's by then. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    // EPERM is what macOS says of a group whose last member is ending.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
