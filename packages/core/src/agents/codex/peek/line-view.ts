import type { Timestamp } from "@reprise/model";
import { tryParseJson } from "@reprise/model";
import type { LineBatch } from "../../reading/lines.ts";
import type { LinePosition } from "../read/fact-collector.ts";
import type { ByteSearch } from "./byte-search.ts";
import { endOfText } from "./end-of-text.ts";
import { InternedText } from "./interned-text.ts";

const headBytes = 420;
const tailBytes = 640;
const timeAt = 14;
const timeBytes = 24;
const bytesToSecond = 20;
const quote = 34;
const backslash = 92;

/** One line of a batch as bytes: where something stands in it, and the texts in its fields. Made once, moved from line to line. */
export class LineView {
  readonly #file: string;
  #batch: LineBatch | null = null;
  #index = 0;
  readonly #second = new InternedText();
  #bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Fields that tell what a line is stand before this. */
  headEnd = 0;

  constructor(file: string) {
    this.#file = file;
  }

  moveTo(batch: LineBatch, index: number): void {
    this.#batch = batch;
    this.#index = index;
    this.#bytes = batch.bytes;
    this.start = batch.starts[index] ?? 0;
    this.end = batch.ends[index] ?? 0;
    this.headEnd = Math.min(this.end, this.start + headBytes);
  }

  byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }

  /** When the line that begins at `start` was written, where lines begin with that. */
  timeAt(start: number): Timestamp {
    const from = start + timeAt;
    const behindSecond = from + bytesToSecond;
    const rest = millisecondsAt(this.#bytes, behindSecond);
    if (rest === null) return this.#bytes.toString("latin1", from, from + timeBytes) as Timestamp;
    const second = this.#second;
    const text = second.isAt(this.#bytes, from) ? second.last : second.take(this.#bytes, from, behindSecond);
    return (text + rest) as Timestamp;
  }

  /** Whether this one was written after the one of the same batch that begins at `start`. */
  isLaterThan(start: number): boolean {
    for (let at = timeAt; at < timeAt + timeBytes; at += 1) {
      const difference = this.byte(this.start + at) - this.byte(start + at);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  place(): LinePosition {
    const { firstLine, baseOffset } = this.#batch as LineBatch;
    const origin = {
      file: this.#file,
      line: firstLine + this.#index,
      byteOffset: baseOffset + this.start,
    };
    return { origin, at: this.timeAt(this.start) };
  }

  isAt(at: number, what: ByteSearch): boolean {
    return at + what.length <= this.end && what.isAt(this.#bytes, at);
  }

  /** The first place of a mark within `[from, to)`; -1 when there is none. */
  find(what: ByteSearch, from: number, to: number): number {
    return what.first(this.#bytes, from, to);
  }

  /** The last place of a mark at or behind `from`. */
  findLast(what: ByteSearch, from: number): number {
    return what.last(this.#bytes, from, this.end);
  }

  /** Behind it stands what is told about a message, rather than the message. */
  get tailStart(): number {
    return Math.max(this.start, this.end - tailBytes);
  }

  /** Anywhere behind `from`. */
  holds(what: ByteSearch, from = this.start): boolean {
    return what.first(this.#bytes, from, this.end) !== -1;
  }

  /** The text that begins at `from`; null when it does not end before `to`, or only a parser can tell what it says. */
  text(from: number, to: number, interned: InternedText): string | null {
    const again = from + interned.length;
    if (again < to && this.byte(again) === quote && interned.isAt(this.#bytes, from)) return interned.last;
    for (let at = from; at < to; at += 1) {
      const byte = this.byte(at);
      if (byte === quote) return interned.take(this.#bytes, from, at);
      if (byte === backslash || byte >= 128) return null;
    }
    return null;
  }

  /** The text of a field within `[from, to)`. */
  field(name: ByteSearch, from: number, to: number, interned: InternedText): string | null {
    const at = this.find(name, from, to);
    return at === -1 ? null : this.text(at + name.length, to, interned);
  }

  slice(from: number, to: number): string {
    return this.#bytes.toString("latin1", from, Math.min(to, this.end));
  }

  /** Where the text that begins at `from` ends, whatever is escaped in it; -1 when it does not. */
  endOfText(from: number): number {
    return endOfText(this.#bytes, from, this.end);
  }

  /** What a text says, escapes and all; null when it is not one. */
  parsedText(from: number, to: number): string | null {
    const value = tryParseJson(`"${this.#bytes.toString("utf8", from, to)}"`);
    return typeof value === "string" ? value : null;
  }

  /** What stands behind `from`, to the end. */
  rest(from: number): string {
    return this.#bytes.toString("utf8", from, this.end);
  }

  /** Whether a line that is two objects deep at `at`, before a field, is as it should be up to there. */
  isWholeBefore(at: number): boolean {
    return tryParseJson(`${this.#bytes.toString("utf8", this.start, at)}"":0}}`) !== undefined;
  }
}

const millisecondTexts: string[] = [];

/** `123Z` as one of a thousand texts, since every line has a time and most share their second; null when it is not that. */
function millisecondsAt(bytes: Buffer, at: number): string | null {
  let value = 0;
  for (let index = at; index < at + 3; index += 1) {
    const digit = (bytes[index] ?? 0) - 48;
    if (digit < 0 || digit > 9) return null;
    value = value * 10 + digit;
  }
  if (bytes[at + 3] !== 90) return null;
  millisecondTexts[value] ??= `${String(value).padStart(3, "0")}Z`;
  return millisecondTexts[value] ?? null;
}
