import { join } from "node:path";
import { nothingSaved, type SavedChange, type SavedState } from "@reprise/model";
import { saveStream } from "../../host/files/replace-file.ts";
import { orNull } from "../../host/files/unless-missing.ts";
import type { Host } from "../../host/host.ts";
import { Log } from "../../log/log.ts";
import { LiveSize } from "./live-size.ts";
import type { Manifest } from "./manifest.ts";
import type { SessionReading } from "./read-session.ts";
import { recordText } from "./record.ts";
import { sessionBytes } from "./session-bytes.ts";
import type { SessionLines } from "./session-lines.ts";
import { withinLimit } from "./size-limit.ts";

export const sessionName = "session.jsonl";

/** Waiting records beyond this are saved by rewriting the file. */
const mostWaitingBytes = 4 * 1024 * 1024;
/** A smaller file is never worth rewriting. */
const leastRewrittenBytes = 256 * 1024;

export interface SessionFileParts {
  readonly host: Host;
  readonly folder: string;
  /** Current at the time of a rewrite. Throws `refused` without a key. */
  readonly linesNow: () => SessionLines;
  readonly manifest: () => Manifest;
  readonly mostBytes: number;
}

/**
 * Writes a saved session: appends records, and rewrites the file when half of it is superseded. The caller holds the lock,
 * and calls one method at a time. On failure records stay waiting for the next `save`.
 */
export class SessionFile {
  readonly #parts: SessionFileParts;
  readonly path: string;
  #lines: SessionLines | null = null;
  #manifest: Manifest | null = null;
  readonly #log: Log;
  /** Up to the end of the last acknowledged line. */
  #goodBytes = 0;
  /** When it was last written whole. */
  #wholeBytes = 0;
  #lineCount = 0;
  #size = new LiveSize();
  #waiting: string[] = [];
  #waitingBytes = 0;
  #mustRewrite = true;

  constructor(parts: SessionFileParts) {
    this.#parts = parts;
    this.path = join(parts.folder, sessionName);
    const wholeBytes = () => this.#goodBytes;
    this.#log = new Log({ path: this.path, tail: { kind: "cut", keptAs: null }, wholeBytes, creates: false });
  }

  get sizeBytes(): number {
    return this.#goodBytes;
  }

  /** Continues the file that was read. */
  continue(reading: SessionReading): void {
    this.#lines = reading.lines;
    this.#manifest = reading.manifest;
    this.#goodBytes = reading.goodBytes;
    this.#lineCount = reading.lineCount;
    this.#size = reading.size;
    this.#mustRewrite = reading.isMigrated || reading.damageCount > 0;
  }

  /** The next `save` writes the whole state anew. */
  renew(): void {
    this.#mustRewrite = true;
    this.#forgetWaiting();
  }

  add(change: SavedChange): void {
    if (this.#mustRewrite || this.#lines === null) return;
    this.#lineCount += 1;
    const text = recordText(this.#lineCount - 1, this.#parts.host.now(), change);
    const line = `${this.#lines.seal(text, this.#lineCount)}\n`;
    const bytes = Buffer.byteLength(line);
    this.#size.add(change, bytes);
    this.#waiting.push(line);
    this.#waitingBytes += bytes;
    if (this.#waitingBytes > mostWaitingBytes) this.renew();
  }

  /** On return everything added is durable. Gives the state that is saved, and the bytes it took. */
  async save(state: SavedState): Promise<{ readonly state: SavedState; readonly bytes: number }> {
    if (!this.#mustRewrite) {
      const bytes = await this.#append();
      if (bytes !== null) return { state, bytes };
      this.renew();
    }
    const isUntouched = this.#lines === null && state === nothingSaved;
    return isUntouched ? { state, bytes: 0 } : this.#rewrite(state);
  }

  /** A failure changes nothing: there is room to append, or the next `save` says so. Gives the state that is saved. */
  async compact(state: SavedState): Promise<SavedState> {
    try {
      return (await this.#rewrite(state)).state;
    } catch {
      this.#wholeBytes = this.#goodBytes;
      return state;
    }
  }

  /** More than half is superseded, or it is too large; and it has grown since the last attempt. */
  get isWorthRewriting(): boolean {
    if (this.#mustRewrite || this.#goodBytes <= Math.max(leastRewrittenBytes, 1.1 * this.#wholeBytes)) return false;
    return this.#goodBytes >= 2 * this.#size.bytes || this.#size.bytes > this.#parts.mostBytes;
  }

  close(): void {
    this.#log.close();
  }

  /** Null: the file is not the one that was written before. */
  async #append(): Promise<number | null> {
    if (this.#waiting.length === 0) return 0;
    try {
      this.#log.open();
      if (this.#log.sizeBytes < this.#goodBytes || !this.#log.isInPlace()) {
        this.close();
        return null;
      }
      const before = this.#goodBytes;
      this.#log.append(this.#waiting.join(""));
      await this.#sync();
      this.#goodBytes = this.#log.sizeBytes;
      this.#forgetWaiting();
      return this.#goodBytes - before;
    } catch (error) {
      orNull(() => this.close()); // report the first error
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  }

  /** After a failed sync nobody knows what is on disk: only a new file is certain. */
  async #sync(): Promise<void> {
    try {
      await this.#log.syncSoon();
    } catch (error) {
      this.renew();
      throw error;
    }
  }

  async #rewrite(whole: SavedState): Promise<{ readonly state: SavedState; readonly bytes: number }> {
    const { host, linesNow, manifest, mostBytes } = this.#parts;
    const lines = linesNow();
    const now = host.now();
    const { state, dropped } = withinLimit(whole, mostBytes);
    const before = this.#manifest?.dropped ?? { entryCount: 0, outputCount: 0 };
    const next: Manifest = {
      ...manifest(),
      createdAt: this.#manifest?.createdAt ?? now,
      updatedAt: now,
      dropped: {
        entryCount: before.entryCount + dropped.entryCount,
        outputCount: before.outputCount + dropped.outputCount,
      },
    };
    const counted = { lineCount: 0, size: new LiveSize() };
    const bytes = sessionBytes({ manifest: next, state, lines, now }, counted, host);
    const sizeBytes = await saveStream(this.path, bytes, { replaces: true });
    this.close();
    this.#lines = lines;
    this.#manifest = next;
    this.#goodBytes = sizeBytes;
    this.#wholeBytes = sizeBytes;
    this.#lineCount = counted.lineCount;
    this.#size = counted.size;
    this.#forgetWaiting();
    this.#mustRewrite = false;
    return { state, bytes: sizeBytes };
  }

  #forgetWaiting(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
