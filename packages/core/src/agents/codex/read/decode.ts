import { isUtf8 } from "node:buffer";
import { asTimestamp, type DamageKind, tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { isForeign, listOf } from "../../foreign.ts";
import type { DamageFact, Fact } from "../../reading/fact.ts";
import { type LineBatch, LineReader } from "../../reading/lines.ts";
import { parseLine } from "../../reading/parse-line.ts";
import type { Decoded, DecodeOptions, Position, RolloutRef } from "../../reading/source.ts";
import { headerText } from "../peek/header-line.ts";
import { purposeOf } from "../peek/line-purpose.ts";
import { Peek } from "../peek/peek.ts";
import { usageIn } from "../peek/usage-line.ts";
import { aboutHeader } from "./about.ts";
import { FactCollector } from "./fact-collector.ts";
import { collectRecord, isCodexRecord } from "./record.ts";
import { collectResponseItem } from "./response-item.ts";

const start: Position = { byteOffset: 0, line: 1, state: "" };

/** Lines since 2025-05, one JSON document before. */
export async function* decodeCodex(rollout: RolloutRef, host: Host, options: DecodeOptions): AsyncGenerator<Decoded> {
  let position = options.from ?? start;
  let lines: LineReader | null = null;
  const damaged = (kind: DamageKind, detail: string): Decoded => {
    const facts = [damageOf(rollout.path, position, kind, detail)];
    return { facts, position, isTail: true };
  };
  try {
    if (rollout.path.endsWith(".json")) {
      // Rewritten each time: no position to continue from.
      yield { facts: wholeFileFacts(rollout, host), position: start, isTail: true };
      return;
    }
    const reader = host.files.open(rollout.path, position.byteOffset);
    if (!reader) return;
    const { byteOffset: fromByte, line: fromLine, state } = position;
    lines = new LineReader(reader, {
      fromByte,
      fromLine,
      toByte: options.toByte ?? Number.POSITIVE_INFINITY,
    });
    const facts = new FactCollector();
    facts.load(state);
    const file = new FileDecoder(rollout.path, facts, options, state);
    let isEmpty = fromByte === 0;
    for (;;) {
      const next = lines.next();
      const batch = next instanceof Promise ? await next : next;
      if (batch === null) break;
      isEmpty = false;
      const isTail = batch.isOpenEnded && options.toByte === undefined;
      const after = file.batch(batch);
      if (!isTail) position = after;
      yield { facts: facts.flush(), position, isTail };
    }
    if (isEmpty) yield damaged("empty-file", "the file is empty");
  } catch (error) {
    yield damaged("unreadable", (error as Error).message);
  } finally {
    lines?.close();
  }
}

function damageOf(file: string, { line, byteOffset }: Position, kind: DamageKind, detail: string): DamageFact {
  return { type: "damage", damage: { file, line, byteOffset, kind, detail } };
}

const mostBytes = 64 * 1024 * 1024;

/** The files of 2025-04: `{session, items}`, written whole each time. */
function wholeFileFacts(rollout: RolloutRef, host: Host): Fact[] {
  const facts = new FactCollector();
  const origin = { file: rollout.path, line: 1, byteOffset: 0 };
  const text = rollout.sizeBytes > mostBytes ? null : host.files.text(rollout.path, mostBytes);
  const document = text === null ? null : tryParseJson(text.replace(/^\uFEFF/, ""));
  if (isForeign(document)) {
    const session = isForeign(document.session) ? document.session : document;
    facts.about({ ...aboutHeader(session), updatedAt: asTimestamp(session.timestamp) });
    for (const [index, item] of listOf(document.items).entries()) {
      const place = { origin: { ...origin, byteOffset: index }, at: null };
      if (isForeign(item)) collectResponseItem(item, place, facts);
      else facts.item({ kind: "opaque", raw: item }, place);
    }
  } else {
    const kind = text === "" ? "empty-file" : rollout.sizeBytes > mostBytes ? "oversized-line" : "not-json";
    facts.damage({
      ...origin,
      kind,
      detail: kind === "empty-file" ? "the file is empty" : "the file is not a complete JSON document",
    });
  }
  return facts.flush();
}

/** Inside a string its quotes would be escaped. */
const recordOpening = Buffer.from('{"timestamp":"');

class FileDecoder {
  readonly #file: string;
  readonly #facts: FactCollector;
  readonly #options: Pick<DecodeOptions, "depth" | "outcomes">;
  readonly #peek: Peek;

  #state: string;

  constructor(file: string, facts: FactCollector, options: Pick<DecodeOptions, "depth" | "outcomes">, state: string) {
    this.#file = file;
    this.#state = state;
    this.#facts = facts;
    this.#options = options;
    this.#peek = new Peek(facts, file);
  }

  /** Returns the position after it. */
  batch(batch: LineBatch): Position {
    const mayPeek = this.#options.depth === "outline" && isWhole(batch);
    if (!mayPeek || !this.#peekBatch(batch)) {
      this.#peek.forget();
      this.#parseBatch(batch);
    }
    const last = batch.count - 1;
    const newline = batch.isOpenEnded ? 0 : 1;
    const length = (batch.oversizedBytes ?? batch.ends[last] ?? 0) + newline;
    this.#state = this.#facts.save();
    return { byteOffset: batch.baseOffset + length, line: batch.firstLine + batch.count, state: this.#state };
  }

  #parseBatch(batch: LineBatch): void {
    for (let index = 0; index < batch.count; index += 1) {
      if (this.#isLeftOut(batch, index)) this.#facts.forgetOrdinal();
      else this.#parse(batch, index);
      if (index === 0 && batch.firstLine === 1) this.#checkHeader(batch);
    }
  }

  #isLeftOut({ bytes, starts, ends, oversizedBytes }: LineBatch, index: number): boolean {
    const { outcomes } = this.#options;
    if (outcomes === undefined || oversizedBytes !== null) return false;
    const start = starts[index] ?? 0;
    const end = ends[index] ?? 0;
    const purpose = purposeOf(bytes, start, end);
    if (purpose === null || (purpose.outcomeOf !== null && outcomes(purpose.outcomeOf, bytes, start, end)))
      return false;
    return !bytes.subarray(start + 1, end).includes(recordOpening);
  }

  /** False: it needs a parser; no facts were added. */
  #peekBatch(batch: LineBatch): boolean {
    let usage = -1;
    this.#peek.startBatch();
    for (let index = 0; index < batch.count; index += 1) {
      const peeked = this.#isGlued(batch, index) ? "odd" : this.#peek.line(batch, index);
      if (peeked === "parse" && !this.#parseHeader(batch, index)) this.#parse(batch, index);
      else if (peeked === "usage") usage = index;
      if (peeked === "odd" || (peeked === "parse" && this.#facts.isOutOfOrder)) {
        this.#facts.load(this.#state);
        return false;
      }
      if (index === 0 && batch.firstLine === 1) this.#checkHeader(batch);
    }
    this.#peek.endBatch();
    if (usage !== -1) this.#usage(batch, usage);
    return true;
  }

  #parseHeader(batch: LineBatch, index: number): boolean {
    if (index > 0) return false;
    const text = headerText(batch.bytes, batch.starts[index] ?? 0, batch.ends[index] ?? 0);
    const value = text === null ? undefined : tryParseJson(text);
    if (value === undefined) return false;
    collectRecord(value, { origin: this.#originOf(batch, index), at: null }, this.#facts);
    return true;
  }

  /** Two records on one line. Where lines are numbered the number of the next line gives it away. */
  #isGlued(batch: LineBatch, index: number): boolean {
    if (this.#facts.isNumbered && index < batch.count - 1) return false;
    const line = batch.bytes.subarray((batch.starts[index] ?? 0) + 1, batch.ends[index] ?? 0);
    return line.includes(recordOpening);
  }

  /** A first line that is whole, but does not say which session this is. */
  #checkHeader(batch: LineBatch): void {
    if (this.#facts.hasHeader || this.#facts.hasDamage) return;
    this.#facts.damage({
      ...this.#originOf(batch, 0),
      kind: "bad-header",
      detail: "the first line does not identify the session",
    });
  }

  /** A running total: of all that a batch holds, the last one counts. */
  #usage(batch: LineBatch, index: number): void {
    this.#facts.about(usageIn(batch.bytes, batch.starts[index] ?? 0, batch.ends[index] ?? 0));
  }

  #parse(batch: LineBatch, index: number): void {
    const origin = this.#originOf(batch, index);
    if (batch.oversizedBytes !== null) return this.#oversized(batch, index);
    const start = batch.starts[index] ?? 0;
    let end = batch.ends[index] ?? 0;
    if (endsInReturn(batch.bytes, end)) {
      this.#facts.damageOnce({ ...origin, kind: "crlf", detail: "lines end in CR LF" });
      end -= 1;
    }
    if (end <= start) return;
    const isOpenEnded = batch.isOpenEnded && index === batch.count - 1;
    const { values, damage } = parseLine(batch.bytes, start, end, { isOpenEnded, isRecord: isCodexRecord });
    for (const { kind, at, detail } of damage) {
      this.#facts.damage({
        file: origin.file,
        line: origin.line,
        byteOffset: origin.byteOffset + at,
        kind,
        detail,
      });
    }
    if (damage.some(({ kind }) => kind !== "invalid-utf8" && kind !== "bom")) this.#facts.forgetOrdinal();
    for (const value of values) collectRecord(value, { origin, at: null }, this.#facts);
  }

  #oversized(batch: LineBatch, index: number): void {
    const origin = this.#originOf(batch, index);
    const size = batch.oversizedBytes ?? 0;
    const raw = `${batch.bytes.toString("utf8", 0, 400)}…`;
    this.#facts.damage({
      ...origin,
      kind: "oversized-line",
      detail: `a line of ${size} bytes: only its start is read`,
    });
    this.#facts.forgetOrdinal();
    this.#facts.item({ kind: "opaque", raw }, { origin, at: null });
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
