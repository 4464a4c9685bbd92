import { type ChildProcess, spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program we started, in a process group of its own, spoken to by lines. */
export interface Child {
  readonly pid: number;
  /** Standard output by lines, until it ends; a last line without a newline too. Read once. */
  readonly lines: AsyncIterable<string>;
  readonly exited: Promise<ChildExit>;
  /** Never throws: a program that is gone reads nothing, and `exited` tells. */
  write(text: string): void;
  closeInput(): void;
  /** The last of what it wrote to standard error. */
  stderr(): string;
  /** Signals the whole group; nothing happens when it is gone. */
  kill(signal: NodeJS.Signals): void;
}

export interface ChildLaunch {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStderr?: (line: string) => void;
}

const keptOfStderr = 64 * 1024;

/** Rejects with the system's error when the program cannot be started. */
export async function startChild(launch: ChildLaunch): Promise<Child> {
  const child = spawn(launch.program, [...launch.args], {
    cwd: launch.cwd,
    env: launch.env as NodeJS.ProcessEnv,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe"],
  });
  const exited = new Promise<ChildExit>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  const stderr = keepStderr(child, launch.onStderr);
  // Writing to a program that has ended is told by `exited`, not by an error event.
  child.stdin?.on("error", () => undefined);
  return {
    pid: child.pid ?? 0,
    lines: linesOf(child),
    exited,
    write: (text) => void child.stdin?.write(text),
    closeInput: () => void child.stdin?.end(),
    stderr: () => stderr.text,
    kill: (signal) => signalGroup(child, signal),
  };
}

async function* linesOf(child: ChildProcess): AsyncGenerator<string> {
  if (!child.stdout) return;
  const decoder = new StringDecoder("utf8");
  let rest = "";
  for await (const piece of child.stdout) {
    const parts = (rest + decoder.write(piece as Buffer)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  rest += decoder.end();
  if (rest !== "") yield rest;
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

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
