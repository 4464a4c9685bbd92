import { nothingSaved, SavedFold, type SavedState } from "@reprise/model";
import { EventLoopYield } from "../../host/event-loop-yield.ts";
import { fileBytes } from "../../host/files/file-bytes.ts";
import type { Host } from "../../host/host.ts";
import { LiveSize } from "./live-size.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { isCurrent, migrationFrom, type Step } from "./migrations/migrate.ts";
import { changeIn, parseRecord } from "./record.ts";
import { plainLines, type SessionLines } from "./session-lines.ts";

export interface SessionReading {
  readonly kind: "read";
  readonly manifest: Manifest;
  readonly lines: SessionLines;
  readonly state: SavedState;
  readonly size: LiveSize;
  /** Complete lines, without a header. */
  readonly lineCount: number;
  /** Up to the end of the last complete line. */
  readonly goodBytes: number;
  readonly isTorn: boolean;
  /** Complete lines that cannot be read, and gaps in the numbers. */
  readonly damageCount: number;
  readonly isMigrated: boolean;
}

export type Reading =
  | SessionReading
  | { readonly kind: "missing" }
  | UnusableReading
  | { readonly kind: "locked"; readonly detail: string };

/** `version` is null if not even that can be read. */
export type UnusableReading =
  | { readonly kind: "unusable" }
  | { readonly kind: "newer" | "outdated"; readonly version: number | null };

/** How the lines of a file can be opened, from its first one; null if it is not a header. Throws `refused` without the key. */
export type LinesOf = (firstLine: string) => SessionLines | null;

/** Milliseconds of parsing between two looks at the event loop. */
const sliceMs = 8;

/** Reads only. Throws `unreadable` if the system refuses. */
export async function readSession(
  path: string,
  linesOf: LinesOf,
  host: Host,
  { mostLineBytes = usualMostLineBytes } = {},
): Promise<Reading> {
  if (host.files.stamp(path) === null) return { kind: "missing" };
  const fold = new SessionFold(linesOf);
  const pause = new EventLoopYield(host, sliceMs);
  for await (const line of linesIn(path, mostLineBytes)) {
    fold.take(line);
    if (fold.failure) return fold.failure;
    await pause.ifDue();
  }
  return fold.result();
}

interface Line {
  readonly text: string;
  readonly byteCount: number;
  readonly isComplete: boolean;
}

const newline = 10;
/** No record is as long as this: such a line is damage, and is not kept in memory. */
const usualMostLineBytes = 64 * 1024 * 1024;

async function* linesIn(path: string, mostLineBytes: number): AsyncGenerator<Line> {
  let [parts, byteCount]: [Uint8Array[], number] = [[], 0];
  const take = (bytes: Uint8Array) => {
    byteCount += bytes.length;
    if (byteCount <= mostLineBytes) parts.push(bytes);
    else parts = [];
  };
  const line = (end: { readonly isComplete: boolean }): Line => {
    const taken = { text: Buffer.concat(parts).toString("utf8"), byteCount };
    [parts, byteCount] = [[], 0];
    return { ...taken, ...end };
  };
  for await (const piece of fileBytes(path)) {
    let from = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, from)) {
      take(piece.subarray(from, end));
      from = end + 1;
      const { byteCount: length, ...rest } = line({ isComplete: true });
      yield { ...rest, byteCount: length + 1 };
    }
    if (from < piece.length) take(piece.subarray(from));
  }
  if (byteCount > 0) yield line({ isComplete: false });
}

class SessionFold {
  failure: Exclude<Reading, SessionReading> | null = null;
  readonly #linesOf: LinesOf;
  readonly #size = new LiveSize();
  #lines: SessionLines | null = null;
  #manifest: Manifest | null = null;
  #migrate: Step | null = null;
  readonly #fold = new SavedFold<SavedState>(nothingSaved);
  #lineCount = 0;
  #goodBytes = 0;
  #lastSeq = 0;
  #damageCount = 0;
  #isTorn = false;

  constructor(linesOf: LinesOf) {
    this.#linesOf = linesOf;
  }

  take({ text, byteCount, isComplete }: Line): void {
    if (!isComplete) {
      this.#isTorn = true;
      return;
    }
    this.#goodBytes += byteCount;
    if (this.#lines === null) {
      this.#lines = this.#linesOf(text) ?? plainLines;
      if (this.#lines.header !== null) return;
    }
    this.#lineCount += 1;
    const opened = this.#lines.open(text, this.#lineCount);
    if (this.#manifest === null) this.#takeManifest(opened);
    else this.#takeRecord(opened, byteCount);
  }

  result(): Reading {
    if (this.#manifest === null || this.#lines === null)
      // Nothing was ever saved in an empty file.
      return { kind: this.#goodBytes === 0 && !this.#isTorn ? "missing" : "unusable" };
    return {
      kind: "read",
      manifest: this.#manifest,
      lines: this.#lines,
      state: this.#fold.state,
      size: this.#size,
      lineCount: this.#lineCount,
      goodBytes: this.#goodBytes,
      isTorn: this.#isTorn,
      damageCount: this.#damageCount,
      isMigrated: this.#migrate !== null,
    };
  }

  #takeManifest(text: string | null): void {
    const reading = readManifest(text ?? "");
    if (reading.kind !== "usable") {
      this.failure = reading;
      return;
    }
    this.#manifest = reading.manifest;
    this.#migrate = isCurrent(reading.manifest) ? null : migrationFrom(reading.manifest);
  }

  #takeRecord(text: string | null, byteCount: number): void {
    const record = text === null ? null : parseRecord(text);
    if (record === null) {
      this.#damageCount += 1;
      return;
    }
    const changes = (this.#migrate?.(record) ?? [record]).map(changeIn);
    if (changes.includes(null) || this.#isOutOfOrder(record.seq)) this.#damageCount += 1;
    for (const change of changes) {
      if (change === null) continue;
      this.#fold.add(change);
      this.#size.add(change, byteCount);
    }
  }

  #isOutOfOrder(seq: unknown): boolean {
    if (this.#migrate !== null || typeof seq !== "number") return this.#migrate === null;
    const isNext = seq === this.#lastSeq + 1 || seq === this.#lineCount - 1;
    this.#lastSeq = seq;
    return !isNext;
  }
}
