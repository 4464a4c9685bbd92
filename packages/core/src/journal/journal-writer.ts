import type { ProcessIdentity, Timestamp } from "@reprise/model";
import { withoutStreamedText } from "../agents/driving/streamed-text.ts";
import type { AppendFile } from "../host/files/append-file.ts";
import { type JournalRecord, journalVersion, mustBeDurable, type RecordBody } from "./journal-record.ts";
import { encodeLine, encodeRecord } from "./record-line.ts";
import { redactSecrets } from "./redact.ts";
import { RedactedStream } from "./redacted-stream.ts";

export type WriterHealth =
  | { readonly state: "good" }
  | { readonly state: "degraded"; readonly reason: string; readonly waitingCount: number };

export interface WriterOptions {
  /** Called again after a failure. */
  readonly open: () => AppendFile;
  readonly now: () => Timestamp;
  readonly process: ProcessIdentity;
  readonly lastSeq: number;
  readonly lastEpoch: number;
  /** Turned off only by a setting. */
  readonly redacts: boolean;
  readonly onHealth: (health: WriterHealth) => void;
}

/** Limit of waiting records; beyond it the oldest traffic lines are dropped and counted. */
const mostWaitingBytes = 64 * 1024 * 1024;
const textAgeMs = 400;
/** Batch age of traffic lines; flushed before every durable record. */
const trafficAgeMs = 50;
const retryMs = 1000;

type TextKind = "reply" | "reasoning" | "output";
type Direction = "in" | "out" | "stderr";

/** `append` returns when the record is as durable as its type requires; streamed text is at most 500 ms late. If the disk fails, records wait in memory and are written in order later. */
export class JournalWriter {
  readonly #options: WriterOptions;
  #file: AppendFile | null = null;
  #seq: number;
  readonly #epoch: number;
  #waiting: { text: string; isTraffic: boolean }[] = [];
  #waitingBytes = 0;
  #lostCount = 0;
  #texts = new Map<string, { kind: TextKind; text: string }>();
  readonly #streams = new Map<string, { kind: TextKind; stream: RedactedStream }>();
  /** Non-JSON lines, redacted as one text: a key may be printed line by line. */
  readonly #plainLines = new Map<Direction, RedactedStream>();
  #textTimer: NodeJS.Timeout | null = null;
  #trafficTimer: NodeJS.Timeout | null = null;
  #retryTimer: NodeJS.Timeout | null = null;
  #health: WriterHealth = { state: "good" };
  /** Appended but not yet synced. */
  #isUnsynced = false;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#seq = options.lastSeq;
    this.#epoch = options.lastEpoch + 1;
    this.#repairTail();
    this.#record({ type: "writer-opened", process: options.process });
    // Synced with the first record.
    this.#write(false);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get health(): WriterHealth {
    return this.#health;
  }

  /** Written together. */
  append(...facts: readonly RecordBody[]): readonly JournalRecord[] {
    if (facts.some(({ type }) => type !== "line")) this.#flushTexts();
    const records = facts.map((fact) => {
      if (fact.type === "item-completed") this.#endText(fact.item);
      if (fact.type === "turn-ended" || fact.type === "run-ended") this.#endTexts();
      return this.#record(fact);
    });
    if (facts.some(mustBeDurable)) this.#write(true);
    else this.#writeSoon();
    return records;
  }

  /** A cheaper `append`: there are thousands of lines per turn. */
  line(direction: Direction, line: string): void {
    if (!this.#options.redacts) return this.#line(direction, line);
    if (direction === "out") return this.#line(direction, line);
    if (direction === "in" && line.startsWith("{")) return this.#line(direction, withoutStreamedText(line));
    const stream = this.#plainLines.get(direction) ?? new RedactedStream();
    this.#plainLines.set(direction, stream);
    this.#line(direction, stream.push(`${line}\n`).replace(/\n$/, ""));
  }

  /** Collects streamed text until it is old enough or something else is appended. */
  stream(item: string, kind: TextKind, text: string): void {
    const known = this.#texts.get(item);
    if (known) known.text += text;
    else this.#texts.set(item, { kind, text });
    this.#textTimer ??= setTimeout(() => this.#flushTexts(), textAgeMs);
  }

  /** On return everything appended is durable, or the disk failed. */
  flush(): void {
    this.#flushTexts();
    this.#write(true);
  }

  /** Tries waiting records a last time. */
  close(): void {
    this.#flushTexts();
    this.#endTexts();
    if (this.#health.state === "degraded") this.#retry();
    else this.#write(true);
    this.#attempt(() => this.#file?.close());
    this.#file = null;
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
  }

  #record(fact: RecordBody): JournalRecord {
    this.#seq += 1;
    const envelope = { v: journalVersion, at: this.#options.now(), seq: this.#seq, epoch: this.#epoch };
    const record = { ...envelope, ...fact } as JournalRecord;
    this.#enqueue(this.#redacted(encodeRecord(record)), !mustBeDurable(fact));
    return record;
  }

  #line(direction: Direction, line: string): void {
    this.#seq += 1;
    const envelope = { at: this.#options.now(), seq: this.#seq, epoch: this.#epoch };
    this.#enqueue(encodeLine(envelope, direction, this.#redacted(JSON.stringify(line))), true);
    this.#writeSoon();
  }

  #redacted(text: string): string {
    return this.#options.redacts ? redactSecrets(text) : text;
  }

  #writeSoon(): void {
    this.#trafficTimer ??= setTimeout(() => this.#write(false), trafficAgeMs);
  }

  #flushTexts(): void {
    if (this.#textTimer) clearTimeout(this.#textTimer);
    this.#textTimer = null;
    if (this.#texts.size === 0) return;
    const texts = this.#texts;
    this.#texts = new Map();
    for (const [item, { kind, text }] of texts) this.#text(item, kind, this.#streamed(item, kind, text));
    this.#writeSoon();
  }

  #text(item: string, kind: TextKind, text: string): void {
    if (text !== "") this.#record({ type: "text", item, kind, text });
  }

  #streamed(item: string, kind: TextKind, text: string): string {
    if (!this.#options.redacts) return text;
    const { stream } = this.#streams.get(item) ?? { stream: new RedactedStream() };
    this.#streams.set(item, { kind, stream });
    return stream.push(text);
  }

  #endText(item: string): void {
    const known = this.#streams.get(item);
    this.#streams.delete(item);
    if (known) this.#text(item, known.kind, known.stream.end());
  }

  #endTexts(): void {
    for (const item of [...this.#streams.keys()]) this.#endText(item);
    for (const [direction, stream] of this.#plainLines) {
      const rest = stream.end().replace(/\n$/, "");
      if (rest !== "") this.#line(direction, rest);
    }
    this.#plainLines.clear();
  }

  #enqueue(text: string, isTraffic: boolean): void {
    this.#waiting.push({ text, isTraffic });
    this.#waitingBytes += text.length;
    while (this.#waitingBytes > mostWaitingBytes) {
      const index = this.#waiting.findIndex((one) => one.isTraffic);
      if (index === -1) return;
      this.#waitingBytes -= this.#waiting[index]?.text.length ?? 0;
      this.#waiting.splice(index, 1);
      this.#lostCount += 1;
    }
  }

  #write(isDurable: boolean): void {
    if (this.#trafficTimer) clearTimeout(this.#trafficTimer);
    this.#trafficTimer = null;
    if (this.#health.state === "degraded" && this.#retryTimer) return this.#tellHealth(this.#health.reason);
    const isWritten = this.#attempt(() => {
      this.#file ??= this.#options.open();
      this.#append(this.#file);
      if (!isDurable || !this.#isUnsynced) return;
      this.#file.sync();
      this.#isUnsynced = false;
    });
    if (isWritten && this.#health.state === "degraded") this.#recover();
  }

  /** Writes all waiting records; bytes already written by a failed attempt are not repeated. */
  #append(file: AppendFile): void {
    if (this.#waiting.length === 0) return;
    const before = file.sizeBytes;
    this.#isUnsynced = true;
    try {
      file.append(this.#waiting.map(({ text }) => text).join(""));
      this.#waiting = [];
      this.#waitingBytes = 0;
    } catch (error) {
      let taken = file.sizeBytes - before;
      while (this.#waiting[0] && Buffer.byteLength(this.#waiting[0].text) <= taken) {
        const first = this.#waiting.shift();
        taken -= Buffer.byteLength(first?.text ?? "");
        this.#waitingBytes -= first?.text.length ?? 0;
      }
      throw error;
    }
  }

  #attempt(act: () => void): boolean {
    try {
      act();
      return true;
    } catch (error) {
      this.#degrade(error);
      return false;
    }
  }

  #degrade(error: unknown): void {
    // The next open closes a torn line.
    try {
      this.#file?.close();
    } catch {
      // Report the first error.
    }
    this.#file = null;
    this.#tellHealth((error as Error).message);
    this.#retryTimer ??= setTimeout(() => this.#retry(), retryMs);
  }

  #retry(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
    if (this.#repairTail()) this.#write(true);
  }

  #recover(): void {
    this.#health = { state: "good" };
    this.#options.onHealth(this.#health);
    const lost = this.#lostCount;
    this.#lostCount = 0;
    if (lost > 0)
      this.append({
        type: "records-lost",
        reason: "the disk could not be written for too long",
        count: lost,
      });
  }

  #tellHealth(reason: string): void {
    this.#health = { state: "degraded", reason, waitingCount: this.#waiting.length };
    this.#options.onHealth(this.#health);
  }

  /** Closes a torn line with a newline and records it. */
  #repairTail(): boolean {
    return this.#attempt(() => {
      this.#file ??= this.#options.open();
      const { sizeBytes } = this.#file;
      if (sizeBytes === 0) return;
      const tail = this.#file.tail(1024 * 1024);
      if (tail.at(-1) === 10) return;
      const torn = tail.length - (tail.lastIndexOf(10) + 1);
      this.#seq += 1;
      const envelope = { v: journalVersion, at: this.#options.now(), seq: this.#seq, epoch: this.#epoch };
      const repair = {
        ...envelope,
        type: "tail-repaired",
        byteOffset: sizeBytes - torn,
        byteCount: torn,
      } as const;
      this.#file.append(`\n${encodeRecord(repair)}`);
      this.#file.sync();
    });
  }
}
