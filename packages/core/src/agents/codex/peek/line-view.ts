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

/** A reusable view of one line as bytes. */
export class LineView {
  readonly #file: string;
  #batch: LineBatch | null = null;
  #index = 0;
  readonly #second = new InternedText();
  #bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** Type fields come before this. */
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

  /** Timestamp of the line at `start`. */
  timeAt(start: number): Timestamp {
    const from = start + timeAt;
    const behindSecond = from + bytesToSecond;
    const rest = millisecondsAt(this.#bytes, behindSecond);
    if (rest === null) return this.#bytes.toString("latin1", from, from + timeBytes) as Timestamp;
    const second = this.#second;
    const text = second.isAt(this.#bytes, from) ? second.last : second.take(this.#bytes, from, behindSecond);
    return (text + rest) as Timestamp;
  }

  /** Whether it is later than the line at `start` of the same batch. */
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

  /** -1 if not found. */
  find(what: ByteSearch, from: number, to: number): number {
    return what.first(this.#bytes, from, to);
  }

  findLast(what: ByteSearch, from: number): number {
    return what.last(this.#bytes, from, this.end);
  }

  /** Metadata of a message starts here. */
  get tailStart(): number {
    return Math.max(this.start, this.end - tailBytes);
  }

  holds(what: ByteSearch, from = this.start): boolean {
    return what.first(this.#bytes, from, this.end) !== -1;
  }

  /** Null if it does not end before `to`, or needs a parser. */
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

  field(name: ByteSearch, from: number, to: number, interned: InternedText): string | null {
    const at = this.find(name, from, to);
    return at === -1 ? null : this.text(at + name.length, to, interned);
  }

  slice(from: number, to: number): string {
    return this.#bytes.toString("latin1", from, Math.min(to, this.end));
  }

  /** End of the string at `from`; -1 if unterminated. */
  endOfText(from: number): number {
    return endOfText(this.#bytes, from, this.end);
  }

  /** Null if it is not a string. */
  parsedText(from: number, to: number): string | null {
    const value = tryParseJson(`"${this.#bytes.toString("utf8", from, to)}"`);
    return typeof value === "string" ? value : null;
  }

  rest(from: number): string {
    return this.#bytes.toString("utf8", from, this.end);
  }

  /** Whether the line is well-formed up to `at`, two objects deep. */
  isWholeBefore(at: number): boolean {
    return tryParseJson(`${this.#bytes.toString("utf8", this.start, at)}"":0}}`) !== undefined;
  }
}

const millisecondTexts: string[] = [];

/** Cached `123Z` strings: most lines share their second. Null if malformed. */
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
