import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { outputPieces } from "./output-pieces.ts";
import { type ChildExit, type ProgramLaunch, signalGroup, spawnChild } from "./spawn-child.ts";

export type ChildInput = string | Uint8Array | AsyncIterable<Uint8Array>;

/** A child process in its own process group, with bytes for input and output. */
export interface ByteChild {
  readonly pid: number;
  /** Read once each. Unread output holds the program back. They end soon after it, even if a grandchild keeps the pipe open. */
  readonly stdout: AsyncIterable<Uint8Array>;
  readonly stderr: AsyncIterable<Uint8Array>;
  /** The end of the program itself; its output may not have been read yet. */
  readonly exited: Promise<ChildExit>;
  /** After the exit, and after both outputs have ended or were closed. */
  readonly finished: Promise<ChildExit>;
  /** Does nothing if the program is gone. */
  kill(signal: NodeJS.Signals): void;
  /** Unread output is lost. */
  closeOutput(): void;
}

/** `input` is written to stdin, which is then closed; the program is ended if it fails. Rejects with the system's error if it cannot start; `path` names what is missing. */
export async function startByteChild(launch: ProgramLaunch, input: ChildInput = ""): Promise<ByteChild> {
  const child = await spawnChild(launch);
  const exited = new Promise<ChildExit>((resolve) =>
    child.once("exit", (code, signal) => {
      // A grandchild may keep it open without reading.
      child.stdin.destroy();
      resolve({ code, signal });
    }),
  );
  if (typeof input === "string" || input instanceof Uint8Array) child.stdin.end(input);
  // A source that fails ends the input early; its reader notices.
  else pipeline(input, child.stdin).catch(() => signalGroup(child, "SIGTERM"));
  const outputs = [child.stdout, child.stderr];
  // Without a listener Node drops what is unread at the exit.
  for (const output of outputs) output.on("readable", () => undefined);
  const closed = outputs.map((output) => new Promise<void>((resolve) => output.once("close", resolve)));
  return {
    pid: child.pid ?? 0,
    stdout: piecesOf(child.stdout, child),
    stderr: piecesOf(child.stderr, child),
    exited,
    finished: Promise.all(closed).then(() => exited),
    kill: (signal) => signalGroup(child, signal),
    closeOutput: () => {
      for (const output of outputs) output.destroy();
    },
  };
}

async function* piecesOf(output: Readable, child: ChildProcess): AsyncGenerator<Uint8Array> {
  try {
    yield* outputPieces(output, child);
  } finally {
    output.destroy();
  }
}
