import { asTimestamp, type DamageKind, tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { isForeign, listOf } from "../../foreign.ts";
import type { DamageFact, Fact } from "../../reading/fact.ts";
import { LineReader } from "../../reading/lines.ts";
import type { Decoded, DecodeOptions, Position, RolloutRef } from "../../reading/source.ts";
import { aboutHeader } from "./about.ts";
import { FactCollector } from "./fact-collector.ts";
import { FileDecoder } from "./file-decoder.ts";
import { collectResponseItem } from "./response-item.ts";

const start: Position = { byteOffset: 0, line: 1, state: "" };

/** Lines since 2025-05, one JSON document before. */
export async function* decodeCodex(
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): AsyncGenerator<Decoded> {
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

function damageOf(
  file: string,
  { line, byteOffset }: Position,
  kind: DamageKind,
  detail: string,
): DamageFact {
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
