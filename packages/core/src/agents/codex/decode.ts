import { isUtf8 } from "node:buffer";
import type { DamageKind } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { About } from "../fact.ts";
import { type LineBatch, readLines } from "../lines.ts";
import { parseLine } from "../parse-line.ts";
import type { Decoded, DecodeOptions, Depth, Position, RolloutRef } from "../source.ts";
import { Peek } from "./peek.ts";
import { isCodexRecord, tellRecord } from "./record.ts";
import { Teller } from "./teller.ts";
import { decodeWholeFile } from "./whole-file.ts";

/** A rollout of any era: lines since 2025-05, one JSON document before. */
export async function* decodeCodex(
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): AsyncGenerator<Decoded> {
  let position = options.from ?? { byteOffset: 0, line: 1, state: "" };
  try {
    const decoded = rollout.path.endsWith(".json")
      ? decodeWholeFile(rollout, host)
      : decodeLines(rollout, host, options);
    for await (const piece of decoded) {
      position = piece.position;
      yield piece;
    }
  } catch (error) {
    const facts = [damageOf(rollout.path, position, "unreadable", (error as Error).message)];
    yield { facts, position, isTail: true };
  }
}

async function* decodeLines(
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): AsyncGenerator<Decoded> {
  let position = options.from ?? { byteOffset: 0, line: 1, state: "" };
  const teller = new Teller();
  teller.load(position.state);
  const reader = host.files.open(rollout.path, position.byteOffset);
  if (!reader) return;
  const file = new FileDecoder(rollout.path, teller, options.depth, position.state);
  const toByte = options.toByte ?? Number.POSITIVE_INFINITY;
  let isEmpty = position.byteOffset === 0;
  for await (const batch of readLines(reader, {
    fromByte: position.byteOffset,
    fromLine: position.line,
    toByte,
  })) {
    isEmpty = false;
    const before = position;
    const isTail = batch.isOpenEnded && options.toByte === undefined;
    const after = file.batch(batch);
    position = isTail ? before : after;
    yield { facts: teller.flush(), position, isTail };
  }
  if (!isEmpty) return;
  const facts = [damageOf(rollout.path, position, "empty-file", "the file holds nothing")];
  yield { facts, position, isTail: true };
}

function damageOf(file: string, at: { line: number; byteOffset: number }, kind: DamageKind, detail: string) {
  return {
    type: "damage",
    damage: { file, line: at.line, byteOffset: at.byteOffset, kind, detail },
  } as const;
}

/** Within a string its quotes would be escaped. */
const recordOpening = Buffer.from('{"timestamp":"');

/** Decodes batches of lines of one file. */
class FileDecoder {
  readonly #file: string;
  readonly #teller: Teller;
  readonly #depth: Depth;
  readonly #peek: Peek;

  #state: string;

  constructor(file: string, teller: Teller, depth: Depth, state: string) {
    this.#file = file;
    this.#state = state;
    this.#teller = teller;
    this.#depth = depth;
    this.#peek = new Peek(teller);
  }

  /** Returns where to go on after it. */
  batch(batch: LineBatch): Position {
    const mayPeek = this.#depth === "outline" && isWhole(batch);
    if (!mayPeek || !this.#peekBatch(batch)) this.#parseBatch(batch);
    const last = batch.count - 1;
    const newline = batch.isOpenEnded ? 0 : 1;
    const length = (batch.oversizedBytes ?? batch.ends[last] ?? 0) + newline;
    this.#state = this.#teller.save();
    return { byteOffset: batch.baseOffset + length, line: batch.firstLine + batch.count, state: this.#state };
  }

  #parseBatch(batch: LineBatch): void {
    for (let index = 0; index < batch.count; index += 1) {
      this.#parse(batch, index);
      if (index === 0 && batch.firstLine === 1) this.#checkHeader(batch);
    }
  }

  /** False: something in it is not as it should be, and only a parser can tell what; nothing was told. */
  #peekBatch(batch: LineBatch): boolean {
    let usage = -1;
    for (let index = 0; index < batch.count; index += 1) {
      const peeked = this.#isGlued(batch, index) ? "odd" : this.#peekAt(batch, index);
      if (peeked === "parse") this.#parse(batch, index);
      else if (peeked === "usage") usage = index;
      if (peeked === "odd" || (peeked === "parse" && this.#teller.isOutOfOrder)) {
        this.#teller.load(this.#state);
        return false;
      }
      if (index === 0 && batch.firstLine === 1) this.#checkHeader(batch);
    }
    if (usage !== -1) this.#usage(batch, usage);
    return true;
  }

  /** Two records on one line. Where lines are numbered the number of the next line gives it away. */
  #isGlued(batch: LineBatch, index: number): boolean {
    if (this.#teller.isNumbered && index < batch.count - 1) return false;
    const line = batch.bytes.subarray((batch.starts[index] ?? 0) + 1, batch.ends[index] ?? 0);
    return line.includes(recordOpening);
  }

  #peekAt(batch: LineBatch, index: number) {
    const start = batch.starts[index] ?? 0;
    return this.#peek.line(batch.bytes, start, batch.ends[index] ?? 0, () => this.#originOf(batch, index));
  }

  /** A first line that is whole, but does not say which session this is. */
  #checkHeader(batch: LineBatch): void {
    if (this.#teller.hasHeader || this.#teller.hasDamage) return;
    this.#teller.damage({
      ...this.#originOf(batch, 0),
      kind: "bad-header",
      detail: "the first line does not say which session this is",
    });
  }

  /** A running total: of all that a batch holds, the last one counts. */
  #usage(batch: LineBatch, index: number): void {
    const start = batch.starts[index] ?? 0;
    const head = batch.bytes.toString("latin1", start, Math.min(batch.ends[index] ?? 0, start + 1200));
    const numberIn = (field: RegExp) => Number(field.exec(head)?.[1] ?? Number.NaN);
    this.#teller.about(
      known({
        tokens: numberIn(/"total_token_usage":\{[^}]*"total_tokens":(\d+)/),
        contextTokens: numberIn(/"last_token_usage":\{[^}]*"total_tokens":(\d+)/),
        contextWindow: numberIn(/"model_context_window":(\d+)/),
      }),
    );
  }

  #parse(batch: LineBatch, index: number): void {
    const origin = this.#originOf(batch, index);
    if (batch.oversizedBytes !== null) return this.#oversized(batch, index);
    const start = batch.starts[index] ?? 0;
    let end = batch.ends[index] ?? 0;
    if (endsInReturn(batch.bytes, end)) {
      this.#teller.damageOnce({ ...origin, kind: "crlf", detail: "lines end in CR LF" });
      end -= 1;
    }
    if (end <= start) return;
    const isOpenEnded = batch.isOpenEnded && index === batch.count - 1;
    const { values, damage } = parseLine(batch.bytes, start, end, { isOpenEnded, isRecord: isCodexRecord });
    for (const { kind, at, detail } of damage) {
      this.#teller.damage({
        file: origin.file,
        line: origin.line,
        byteOffset: origin.byteOffset + at,
        kind,
        detail,
      });
    }
    if (damage.some(({ kind }) => kind !== "invalid-utf8" && kind !== "bom")) this.#teller.forgetOrdinal();
    for (const value of values) tellRecord(value, { origin, at: null }, this.#teller);
  }

  #oversized(batch: LineBatch, index: number): void {
    const origin = this.#originOf(batch, index);
    const size = batch.oversizedBytes ?? 0;
    const raw = `${batch.bytes.toString("utf8", 0, 400)}…`;
    this.#teller.damage({
      ...origin,
      kind: "oversized-line",
      detail: `a line of ${size} bytes is told by its beginning only`,
    });
    this.#teller.forgetOrdinal();
    this.#teller.item({ kind: "opaque", raw }, { origin, at: null });
  }

  #originOf(batch: LineBatch, index: number) {
    return {
      file: this.#file,
      line: batch.firstLine + index,
      byteOffset: batch.baseOffset + (batch.starts[index] ?? 0),
    };
  }
}

/** Whether the batch is free of what only a parser can locate. */
function isWhole(batch: LineBatch): boolean {
  if (batch.oversizedBytes !== null) return false;
  const used = batch.bytes.subarray(0, batch.ends[batch.count - 1] ?? 0);
  return isUtf8(used) && used.indexOf(0) === -1;
}

function endsInReturn(bytes: Buffer, end: number): boolean {
  return end > 0 && bytes[end - 1] === 13;
}

function known(counts: Readonly<Record<string, number>>): Partial<About> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => !Number.isNaN(count)));
}
