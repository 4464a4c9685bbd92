import { type DamageKind, type Origin, SessionError, tryParseJson } from "@reprise/model";
import type { ByteReader } from "../../../host/files/files.ts";
import type { Host } from "../../../host/host.ts";
import { isForeign } from "../../foreign.ts";
import type { Fact } from "../../reading/fact.ts";
import type { Decoded, DecodeOptions, Position, RolloutRef } from "../../reading/source.ts";
import { type OpenLog, openLog } from "./log.ts";
import { messageOffsets } from "./message-offsets.ts";
import { collectRecord } from "./record.ts";
import { headOf, wholeMessages } from "./salvage.ts";

const mostBytes = 64 * 1024 * 1024;
const keptOfOversized = 64 * 1024;
/** Rewritten each time: no position to continue from. */
const start: Position = { byteOffset: 0, line: 1, state: "" };

/** Files before 0.58: `{sessionId, …, messages}`. */
export async function* decodeWholeFile(
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): AsyncGenerator<Decoded> {
  const facts: Fact[] = [];
  try {
    const reader = host.files.open(rollout.path);
    if (!reader) return;
    const bytes = await firstBytes(reader, mostBytes + 1);
    const log = openLog(rollout, host, options.depth, "");
    collectDocument(bytes, log);
    log.conversation.release();
    for (const fact of log.facts.flush()) facts.push(fact);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    facts.push({
      type: "damage",
      damage: { ...placeOf(rollout.path), kind: "unreadable", detail: error.message },
    });
  }
  const [fromByte, toByte] = [options.from?.byteOffset ?? 0, options.toByte ?? Number.POSITIVE_INFINITY];
  const within = facts.filter((fact) => {
    const { byteOffset } = fact.type === "damage" ? fact.damage : fact.type === "about" ? start : fact.origin;
    return fact.type === "about" || (byteOffset >= fromByte && byteOffset < toByte);
  });
  yield { facts: within, position: start, isTail: true };
}

function collectDocument(bytes: Buffer, log: OpenLog): void {
  const origin = placeOf(log.path);
  const damaged = (kind: DamageKind, detail: string) => log.facts.damage({ ...origin, kind, detail });
  if (bytes.length === 0) return damaged("empty-file", "the file is empty");
  if (bytes.length > mostBytes) {
    damaged("oversized-line", `a document of more than ${mostBytes} bytes: only its start is read`);
    return collectPieces(bytes.subarray(0, keptOfOversized), log);
  }
  const document = tryParseJson(bytes.toString("utf8").replace(/^\uFEFF/, ""));
  if (isForeign(document)) {
    const elements = (depth: number) =>
      originsAt(bytes, log.path, messageOffsets(bytes, { start: 0, end: bytes.length, depth }));
    return collectRecord(document, { origin, elements }, log);
  }
  if (document !== undefined) return damaged("not-json", "the document is not a session");
  damaged(
    bytes.toString("utf8", 0, 1) === "{" ? "torn" : "not-json",
    "the document is incomplete: its complete messages are shown",
  );
  collectPieces(bytes, log);
}

/** Incomplete document: its head and complete messages. */
function collectPieces(bytes: Buffer, log: OpenLog): void {
  const head = headOf(bytes);
  const none = () => [];
  if (head) collectRecord(head, { origin: placeOf(log.path), elements: none }, log);
  const found = wholeMessages(bytes);
  const origins = originsAt(
    bytes,
    log.path,
    found.map(({ byteOffset }) => byteOffset),
  );
  for (const [index, { message }] of found.entries()) {
    log.conversation.message(message, origins[index] ?? placeOf(log.path));
  }
}

/** `offsets` are ascending. */
function originsAt(bytes: Buffer, file: string, offsets: readonly number[]): Origin[] {
  let line = 1;
  let counted = 0;
  return offsets.map((byteOffset) => {
    for (let at = bytes.indexOf(10, counted); at !== -1 && at < byteOffset; at = bytes.indexOf(10, at + 1)) {
      line += 1;
      counted = at + 1;
    }
    return { file, line, byteOffset };
  });
}

function placeOf(file: string): Origin {
  return { file, line: 1, byteOffset: 0 };
}

async function firstBytes(reader: ByteReader, most: number): Promise<Buffer> {
  try {
    let bytes = Buffer.allocUnsafe(256 * 1024);
    let filled = 0;
    while (filled < most) {
      if (filled === bytes.length) bytes = Buffer.concat([bytes], Math.min(bytes.length * 4, most));
      const got = await reader.read(bytes, filled);
      if (got === 0) break;
      filled += got;
    }
    return bytes.subarray(0, filled);
  } finally {
    reader.close();
  }
}
