import { Writable } from "node:stream";
import type { Progress } from "@reprise/model";
import type { ExitCode } from "../exit.ts";
import { main } from "../main.ts";
import type { Surroundings } from "../surroundings.ts";
import { type Shelf, type ShelfLibrary, shelfLibrary } from "./library.ts";

export interface Ran {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  readonly library: ShelfLibrary;
  /** How the library was opened; empty when it was not. */
  readonly opened: readonly { readonly homes: unknown }[];
}

type Given = Partial<Surroundings> & {
  readonly shelf?: Shelf;
  /** Columns of a terminal on stdout. */
  readonly terminal?: number;
  readonly progress?: readonly Progress[];
};

/** The real `main`, over a library in memory. */
export async function run(line: string | readonly string[], given: Given = {}): Promise<Ran> {
  const { shelf = {}, terminal, progress = [], ...rest } = given;
  const [stdout, stderr] = [collector(), collector()];
  const library = shelfLibrary(shelf);
  const opened: { homes: unknown }[] = [];
  const surroundings: Surroundings = {
    stdout: stdout.stream,
    stderr: stderr.stream,
    isTerminal: { stdout: terminal !== undefined, stderr: false },
    columns: terminal ?? 80,
    env: { NO_COLOR: "1" },
    cwd: "/work/shop",
    version: "1.2.3",
    now: () => new Date("2026-11-16T12:00:00.000Z"),
    openLibrary: async ({ homes, onProgress }) => {
      opened.push({ homes });
      for (const report of progress) onProgress?.(report);
      return library;
    },
    homes: async () => [
      { agent: "codex", path: "/home/me/.codex" },
      { agent: "claude", path: "/home/me/.claude" },
    ],
    interruption: () => new AbortController().signal,
    ...rest,
  };
  const argv = typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
  const code = await main(argv, surroundings);
  return { code, stdout: stdout.text(), stderr: stderr.text(), library, opened };
}

export function collector(): { stream: Writable; text(): string } {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(piece);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString("utf8") };
}
