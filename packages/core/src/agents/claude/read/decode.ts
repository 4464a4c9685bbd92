import { isUtf8 } from "node:buffer";
import type { DamageKind, Origin } from "@reprise/model";
import { EventLoopYield } from "../../../host/event-loop-yield.ts";
import type { ByteReader } from "../../../host/files/files.ts";
import type { Host } from "../../../host/host.ts";
import type { About, Fact } from "../../reading/fact.ts";
import { type LineBatch, readLines } from "../../reading/lines.ts";
import { parseLine } from "../../reading/parse-line.ts";
import type { Decoded, DecodeOptions, Depth, Position, RolloutRef } from "../../reading/source.ts";
import { FactCollector } from "./fact-collector.ts";
import { type FileThread, threadOfPath } from "./file-name.ts";
import { SavedOutputs } from "./large-output.ts";
import { peekRecord } from "./peek.ts";
import { collectRecord, isClaudeRecord } from "./record.ts";

/** Bytes to read back if there is no usable saved state. */
const lookBackBytes = 32 * 1024 * 1024;
/** Keys are answered meanwhile. */
const sliceMs = 20;
const start: Position = { byteOffset: 0, line: 1, state: "" };

/** All branches in file order. */
export async function* decodeClaude(rollout: RolloutRef, host: Host, options: DecodeOptions): AsyncGenerator<Decoded> {
  const from = options.from ?? start;
  const file = threadOfPath(rollout.path);
  const decoder = new FileDecoder(rollout.path, options.depth, file, host);
  let position = from;
  try {
    await learn(decoder, rollout.path, from, host);
    if (from.byteOffset === 0)
      decoder.about({
        thread: rollout.thread ?? file?.thread ?? null,
        subagentOf: file?.subagent?.parent ?? null,
      });
    const reader = opened(rollout.path, from.byteOffset, host);
    let isEmpty = from.byteOffset === 0;
    for await (const batch of readLines(reader, spanOf(from, options.toByte))) {
      const before = position;
      const isTail = batch.isOpenEnded && options.toByte === undefined;
      isEmpty = false;
      position = decoder.batch(batch);
      yield { facts: decoder.flush(), position: isTail ? before : position, isTail };
    }
    if (isEmpty) yield endingIn("empty-file", "the file is empty");
  } catch (error) {
    if (!isOfTheMachine(error)) throw error;
    yield endingIn("unreadable", error.message);
  }

  function endingIn(kind: DamageKind, detail: string): Decoded {
    const { line, byteOffset } = position;
    return {
      facts: [...decoder.flush(), { type: "damage", damage: { file: rollout.path, line, byteOffset, kind, detail } }],
      position,
      isTail: true,
    };
  }
}

function spanOf(from: Position, toByte: number | undefined) {
  return { fromByte: from.byteOffset, fromLine: from.line, toByte: toByte ?? Number.POSITIVE_INFINITY };
}

/** Rebuilds the state of a read from the start. */
async function learn(decoder: FileDecoder, path: string, from: Position, host: Host): Promise<void> {
  if (from.byteOffset === 0 || decoder.load(from.state)) return;
  const fromByte = Math.max(0, from.byteOffset - lookBackBytes);
  const reader = opened(path, fromByte, host);
  let isCutOff = fromByte > 0;
  if (isCutOff) decoder.forgetBeginning();
  const pause = new EventLoopYield(host, sliceMs);
  for await (const batch of readLines(reader, { fromByte, fromLine: 1, toByte: from.byteOffset })) {
    await pause.ifDue();
    decoder.batch(batch, { firstIndex: isCutOff ? 1 : 0 });
    decoder.flush();
    isCutOff = false;
  }
}

function opened(path: string, fromByte: number, host: Host): ByteReader {
  const reader = host.files.open(path, fromByte);
  if (!reader) throw Object.assign(new Error(`${path} is no longer there.`), { code: "ENOENT" });
  return reader;
}

/** A system error; anything else is our bug. */
function isOfTheMachine(error: unknown): error is Error & { code: string } {
  return error instanceof Error && typeof (error as { code?: unknown }).code === "string";
}

const shownOfOversized = 2000;

class FileDecoder {
  readonly #path: string;
  readonly #depth: Depth;
  readonly #file: FileThread | null;
  readonly #facts: FactCollector;
  #mayPeek = false;
  readonly #isKnownCall = (id: string) => this.#facts.knows(id);

  constructor(path: string, depth: Depth, file: FileThread | null, host: Host) {
    this.#path = path;
    this.#depth = depth;
    this.#file = file;
    const saved = new SavedOutputs(path, file, host);
    this.#facts =
      depth === "full"
        ? new FactCollector({ remembersItems: true, savedOutput: (at) => saved.read(at) })
        : new FactCollector();
  }

  load(state: string): boolean {
    return this.#facts.load(state);
  }

  forgetBeginning(): void {
    this.#facts.forgetBeginning();
  }

  about(about: Partial<About>): void {
    this.#facts.about(about);
  }

  flush(): Fact[] {
    return this.#facts.flush();
  }

  /** Returns the position after it. */
  batch(batch: LineBatch, { firstIndex = 0 } = {}): Position {
    this.#mayPeek = this.#depth === "outline" && isClean(batch);
    for (let index = firstIndex; index < batch.count; index += 1) this.#line(batch, index);
    const length = (batch.oversizedBytes ?? batch.ends[batch.count - 1] ?? 0) + (batch.isOpenEnded ? 0 : 1);
    return {
      byteOffset: batch.baseOffset + length,
      line: batch.firstLine + batch.count,
      state: this.#facts.save(),
    };
  }

  #line(batch: LineBatch, index: number): void {
    const start = batch.starts[index] ?? 0;
    let end = batch.ends[index] ?? 0;
    const origin: Origin = {
      file: this.#path,
      line: batch.firstLine + index,
      byteOffset: batch.baseOffset + start,
    };
    if (batch.oversizedBytes !== null) return this.#oversized(batch, origin);
    if (end > start && batch.bytes[end - 1] === 13) {
      this.#facts.damageOnce({ ...origin, kind: "crlf", detail: "lines end in CR LF" });
      end -= 1;
    }
    const peeked = this.#mayPeek ? peekRecord(batch.bytes, start, end, this.#isKnownCall) : null;
    if (peeked) collectRecord(peeked, { origin, number: 0 }, this.#facts, this.#file);
    else if (end > start) this.#parse(batch, start, end, origin);
  }

  #parse(batch: LineBatch, start: number, end: number, origin: Origin): void {
    const { values, damage } = parseLine(batch.bytes, start, end, {
      isOpenEnded: batch.isOpenEnded,
      isRecord: isClaudeRecord,
    });
    for (const { kind, at, detail } of damage)
      this.#facts.damage({ ...origin, byteOffset: origin.byteOffset + at, kind, detail });
    for (const [number, value] of values.entries()) collectRecord(value, { origin, number }, this.#facts, this.#file);
  }

  /** Uuid lost: don't report its children as dangling. */
  #oversized(batch: LineBatch, origin: Origin): void {
    const head = batch.bytes.toString("utf8", 0, shownOfOversized);
    if (head.startsWith('{"type":"api-request')) return;
    this.#facts.damage({
      ...origin,
      kind: "oversized-line",
      detail: `a line of ${batch.oversizedBytes} bytes: only its start is read`,
    });
    this.#facts.tree.loseId();
    this.#facts.item({ kind: "opaque", raw: `${head}…` }, { origin, at: null }, `@${origin.byteOffset}`);
  }
}

function isClean(batch: LineBatch): boolean {
  const used = batch.bytes.subarray(0, batch.ends[batch.count - 1] ?? 0);
  return batch.oversizedBytes === null && isUtf8(used) && used.indexOf(0) === -1;
}
