import { type DamageKind, type Origin, SessionError } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { Fact } from "../../reading/fact.ts";
import { type LineBatch, readLines } from "../../reading/lines.ts";
import { parseLine } from "../../reading/parse-line.ts";
import type { Decoded, DecodeOptions, Position, RolloutRef } from "../../reading/source.ts";
import { isWholeFile } from "./file-name.ts";
import { type OpenLog, openLog } from "./log.ts";
import { messageOffsets } from "./message-offsets.ts";
import { collectRecord, isGeminiRecord } from "./record.ts";
import { decodeWholeFile } from "./whole-file.ts";

const start: Position = { byteOffset: 0, line: 1, state: "" };

/**
 * Without a state to go on from, the log is read from its beginning in silence up to the place asked for:
 * a list of all messages can only be understood by whoever knows what was told before.
 */
export async function* decodeGemini(rollout: RolloutRef, host: Host, options: DecodeOptions): AsyncGenerator<Decoded> {
  if (isWholeFile(rollout.path)) return yield* decodeWholeFile(rollout, host, options);
  const asked = options.from ?? start;
  const from = asked.state === "" ? start : asked;
  // With a state, messages withheld before the position may be released after it.
  const fromByte = asked.state === "" ? asked.byteOffset : 0;
  const span = { fromByte, toByte: options.toByte ?? Number.POSITIVE_INFINITY };
  let position = from;
  try {
    const reader = host.files.open(rollout.path, from.byteOffset);
    if (!reader) return;
    const log = openLog(rollout, host, options.depth, from.state);
    let isEmpty = from.byteOffset === 0;
    for await (const batch of readLines(reader, {
      fromByte: from.byteOffset,
      fromLine: from.line,
      toByte: Number.POSITIVE_INFINITY,
    })) {
      if (batch.baseOffset >= span.toByte && !log.conversation.isHolding) break;
      isEmpty = false;
      const isTail = batch.isOpenEnded && options.toByte === undefined;
      const before = position;
      position = decodeBatch(batch, log, span.toByte);
      const facts = log.facts.flush().filter((fact) => isWithin(fact, span));
      if (position.byteOffset > span.fromByte) yield { facts, position: isTail ? before : position, isTail };
      if (isTail) position = before;
    }
    if (log.conversation.isHolding) {
      log.conversation.release();
      yield { facts: log.facts.flush().filter((fact) => isWithin(fact, span)), position, isTail: true };
    }
    if (isEmpty)
      yield {
        facts: [damageOf(rollout, start, "empty-file", "the file is empty")],
        position: start,
        isTail: true,
      };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    yield { facts: [damageOf(rollout, position, "unreadable", error.message)], position, isTail: true };
  }
}

/** Returns the position after it. */
function decodeBatch(batch: LineBatch, log: OpenLog, toByte: number): Position {
  let index = 0;
  // Later records decide whether a withheld message is new.
  const isWanted = (start: number) => batch.baseOffset + start < toByte || log.conversation.isHolding;
  for (; index < batch.count && isWanted(batch.starts[index] ?? 0); index += 1) decodeLine(batch, index, log);
  const newline = batch.isOpenEnded ? 0 : 1;
  const length = (batch.oversizedBytes ?? batch.ends[index - 1] ?? 0) + newline;
  const stateOf = log.snapshot();
  return {
    byteOffset: batch.baseOffset + length,
    line: batch.firstLine + index,
    get state() {
      return stateOf();
    },
  };
}

function decodeLine(batch: LineBatch, index: number, log: OpenLog): void {
  const { bytes } = batch;
  const start = batch.starts[index] ?? 0;
  let end = batch.ends[index] ?? 0;
  const origin: Origin = {
    file: log.path,
    line: batch.firstLine + index,
    byteOffset: batch.baseOffset + start,
  };
  if (batch.oversizedBytes !== null) return collectOversized(batch, origin, log);
  if (end > start && bytes[end - 1] === 13) {
    log.facts.damageOnce({ ...origin, kind: "crlf", detail: "lines end in CR LF" });
    end -= 1;
  }
  if (end <= start) return;
  const isOpenEnded = batch.isOpenEnded && index === batch.count - 1;
  const { values, damage } = parseLine(bytes, start, end, { isOpenEnded, isRecord: isGeminiRecord });
  for (const { kind, at, detail } of damage) {
    log.facts.damage({ ...origin, byteOffset: origin.byteOffset + at, kind, detail });
  }
  const elements = (depth: number) =>
    damage.length > 0
      ? []
      : messageOffsets(bytes, { start, end, depth }).map((at) => ({
          ...origin,
          byteOffset: batch.baseOffset + at,
        }));
  for (const value of values) collectRecord(value, { origin, elements }, log);
}

function collectOversized(batch: LineBatch, origin: Origin, { facts }: OpenLog): void {
  const detail = `a line of ${batch.oversizedBytes} bytes: only its start is read`;
  facts.damage({ ...origin, kind: "oversized-line", detail });
  facts.item({ kind: "opaque", raw: `${batch.bytes.toString("utf8", 0, 400)}…` }, { origin, at: null });
}

function isWithin(fact: Fact, span: { fromByte: number; toByte: number }): boolean {
  if (fact.type === "about") return true;
  const { byteOffset } = fact.type === "damage" ? fact.damage : fact.origin;
  return byteOffset >= span.fromByte && byteOffset < span.toByte;
}

function damageOf(
  rollout: RolloutRef,
  at: { line: number; byteOffset: number },
  kind: DamageKind,
  detail: string,
): Fact {
  return {
    type: "damage",
    damage: { file: rollout.path, line: at.line, byteOffset: at.byteOffset, kind, detail },
  };
}
