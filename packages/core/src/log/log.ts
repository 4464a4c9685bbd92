/**
 * Files that only grow: nothing else appends to a file.
 *
 * - how lines are appended, and what becomes of a torn end: this file
 * - how they are read back (lines, versions, limits, damage): read-log.ts
 * - what happens while the disk refuses: waiting-log.ts
 * - what every log of ours must keep to: testkit/conformance/log.ts; a file that is replaced whole: host/files/replace-file.ts
 */

import { AppendFile } from "../host/files/append-file.ts";
import { cutFile } from "../host/files/replace-file.ts";
import { orNull } from "../host/files/unless-missing.ts";

/**
 * What becomes of bytes that a crash left behind the last whole line. They were never reported as saved.
 * - `close`: a newline ends them; readers pass over them.
 * - `repair`: a newline, and a line (with its end) that names them, so that they are no damage.
 * - `cut`: they go. In a file that another program reads too, the whole file is first kept under the first free name.
 */
export type Tail =
  | { readonly kind: "close" }
  | { readonly kind: "repair"; readonly line: (fromByte: number, byteCount: number) => string }
  | { readonly kind: "cut"; readonly keptAs: (() => Iterable<string>) | null };

export interface LogSpec {
  readonly path: string;
  readonly tail: Tail;
  /** Where the bytes that a crash left begin; else after the last newline. Asked whenever the file is opened. */
  readonly wholeBytes?: () => number;
  /** False: a link in its place is an error, and never written through. */
  readonly follows?: boolean;
  /** False: a missing file is an error. */
  readonly creates?: boolean;
}

/** Durable on return; keeps nothing open. */
export function appendLine(spec: LogSpec, line: string): void {
  const log = new Log(spec);
  try {
    log.append(`${line}\n`);
    log.sync();
  } finally {
    log.close();
  }
}

/** A torn line is seldom longer; of one that is, only so much is named. */
const mostTailBytes = 1024 * 1024;
const newline = 10;

/** Appends lines to a file, for one writer at a time where lines depend on others. Methods throw the system's error. */
export class Log {
  readonly #spec: LogSpec;
  #file: AppendFile | null = null;
  /** Of the file when it was last open. */
  #sizeBytes = 0;

  constructor(spec: LogSpec) {
    this.#spec = spec;
  }

  /** Includes the bytes of a partly failed append. */
  get sizeBytes(): number {
    return this.#file?.sizeBytes ?? this.#sizeBytes;
  }

  /** Opens the file and treats its tail, which the first append does otherwise. */
  open(): void {
    this.#opened();
  }

  /** Whole lines, with their ends. On return they survive our death. After a failure the next one treats the tail again. */
  append(lines: string): void {
    const file = this.#opened();
    this.#orClose(() => file.append(lines));
  }

  /** On return everything appended survives a power cut. */
  sync(): void {
    this.#orClose(() => this.#file?.sync());
  }

  /** The same, without blocking the event loop. */
  async syncSoon(): Promise<void> {
    await this.#file?.syncSoon();
  }

  /** False: the name of the file now belongs to another, or is gone. */
  isInPlace(): boolean {
    return this.#file?.isInPlace() ?? false;
  }

  close(): void {
    const file = this.#file;
    this.#sizeBytes = this.sizeBytes;
    this.#file = null;
    file?.close();
  }

  #opened(): AppendFile {
    if (this.#file === null) {
      this.#file = this.#openFile();
      this.#orClose(() => this.#treatTail());
    }
    return this.#file;
  }

  #openFile(): AppendFile {
    const { path, follows = true, creates = true } = this.#spec;
    return new AppendFile(path, { follows, creates });
  }

  #treatTail(): void {
    const { tail, wholeBytes } = this.#spec;
    const file = this.#file as AppendFile;
    const end = file.tail(tail.kind === "close" ? 1 : mostTailBytes);
    const whole = wholeBytes?.() ?? file.sizeBytes - (end.length - (end.lastIndexOf(newline) + 1));
    const torn = file.sizeBytes - whole;
    if (torn > 0 && tail.kind === "cut") return this.#cut(file, whole, tail.keptAs);
    const close = end.length === 0 || end.at(-1) === newline ? "" : "\n";
    const repair = torn > 0 && tail.kind === "repair" ? tail.line(whole, torn) : "";
    if (close !== "" || repair !== "") file.append(`${close}${repair}`);
  }

  #cut(file: AppendFile, sizeBytes: number, keptAs: (() => Iterable<string>) | null): void {
    if (keptAs === null) return file.truncate(sizeBytes);
    cutFile(this.#spec.path, sizeBytes, keptAs());
    this.close();
    this.#file = this.#openFile();
  }

  /** The next append opens it again, and treats what this one left. */
  #orClose(act: () => void): void {
    try {
      act();
    } catch (error) {
      orNull(() => this.close()); // the first error is thrown
      throw error;
    }
  }
}
