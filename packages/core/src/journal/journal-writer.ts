import type { ProcessIdentity, Timestamp } from "@reprise/model";
import { withoutStreamedText } from "../agents/driving/streamed-text.ts";
import type { Log, Tail } from "../log/log.ts";
import { type LogHealth, WaitingLog } from "../log/waiting-log.ts";
import { type JournalRecord, journalVersion, mustBeDurable, type RecordBody } from "./journal-record.ts";
import { encodeLine, encodeRecord } from "./record-line.ts";
import { redactSecrets } from "./redact.ts";
import { RedactedStream } from "./redacted-stream.ts";

export interface WriterOptions {
  readonly log: (tail: Tail) => Log;
  readonly now: () => Timestamp;
  readonly process: ProcessIdentity;
  readonly lastSeq: number;
  readonly lastEpoch: number;
  /** Turned off only by a setting. */
  readonly redacts: boolean;
  readonly onHealth: (health: LogHealth) => void;
}

const textAgeMs = 400;
/** Batch age of traffic lines; flushed before every durable record. */
const trafficAgeMs = 50;

type TextKind = "reply" | "reasoning" | "output";
type Direction = "in" | "out" | "stderr";

/** `append` returns when the record is as durable as its type requires; streamed text is at most 500 ms late. If the disk fails, records wait in memory and are written in order later. */
export class JournalWriter {
  readonly #options: WriterOptions;
  readonly #log: WaitingLog;
  #seq: number;
  readonly #epoch: number;
  #texts = new Map<string, { kind: TextKind; text: string }>();
  readonly #streams = new Map<string, { kind: TextKind; stream: RedactedStream }>();
  /** Non-JSON lines, redacted as one text: a key may be printed line by line. */
  readonly #plainLines = new Map<Direction, RedactedStream>();
  #textTimer: NodeJS.Timeout | null = null;
  #trafficTimer: NodeJS.Timeout | null = null;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.#seq = options.lastSeq;
    this.#epoch = options.lastEpoch + 1;
    const line = (byteOffset: number, byteCount: number) =>
      encodeRecord({ ...this.#envelope(), type: "tail-repaired", byteOffset, byteCount });
    const reason = "the disk could not be written for too long";
    this.#log = new WaitingLog(options.log({ kind: "repair", line }), {
      onHealth: options.onHealth,
      onLost: (count) => this.append({ type: "records-lost", reason, count }),
    });
    this.#log.open();
    this.#record({ type: "writer-opened", process: options.process });
    // Synced with the first record.
    this.#write(false);
  }

  get epoch(): number {
    return this.#epoch;
  }

  get health(): LogHealth {
    return this.#log.health;
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
    this.#stopWaiting();
    this.#log.close();
  }

  #record(fact: RecordBody): JournalRecord {
    const record = { ...this.#envelope(), ...fact } as JournalRecord;
    this.#log.add(this.#redacted(encodeRecord(record)), { isSpare: !mustBeDurable(fact) });
    return record;
  }

  #envelope(): Pick<JournalRecord, "v" | "at" | "seq" | "epoch"> {
    this.#seq += 1;
    return { v: journalVersion, at: this.#options.now(), seq: this.#seq, epoch: this.#epoch };
  }

  #line(direction: Direction, line: string): void {
    const text = encodeLine(this.#envelope(), direction, this.#redacted(JSON.stringify(line)));
    this.#log.add(text, { isSpare: true });
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

  #write(isDurable: boolean): void {
    this.#stopWaiting();
    this.#log.write({ isDurable });
  }

  #stopWaiting(): void {
    if (this.#trafficTimer) clearTimeout(this.#trafficTimer);
    this.#trafficTimer = null;
  }
}
