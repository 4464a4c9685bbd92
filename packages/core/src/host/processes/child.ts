import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { outputPieces, silenceMs } from "./output-pieces.ts";
import { type ChildExit, type ProgramLaunch, signalGroup, spawnChild } from "./spawn-child.ts";

export type { ChildExit } from "./spawn-child.ts";

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

export interface ChildLaunch extends ProgramLaunch {
  readonly onStderr?: (line: string) => void;
}

const keptOfStderr = 64 * 1024;

/** Rejects with the system's error if it cannot start; `path` names what is missing. */
export async function startChild(launch: ChildLaunch): Promise<Child> {
  const child = await spawnChild(launch);
  const exit = exitOf(child);
  const stderr = keepStderr(child, launch.onStderr);
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
  for await (const piece of outputPieces(output, child)) {
    const lines = decoder.write(piece).split("\n");
    lines[0] = rest + (lines[0] ?? "");
    rest = lines.pop() ?? "";
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== "") yield [rest];
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
