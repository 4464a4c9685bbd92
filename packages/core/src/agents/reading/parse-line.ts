import { isUtf8 } from "node:buffer";
import { type DamageKind, tryParseJson } from "@reprise/model";

interface LineDamage {
  readonly kind: DamageKind;
  /** Bytes from the start of the line. */
  readonly at: number;
  readonly detail: string;
}

interface ParsedLine {
  /** Every complete object on the line, in order. One, unless the line is damaged. */
  readonly values: readonly unknown[];
  readonly damage: readonly LineDamage[];
}

const nothing: readonly LineDamage[] = [];
/** Limits the search for whole objects, so no input can make it slow. */
const maxTries = 1000;
const leastSteps = 100_000;

/**
 * Parses one line of JSON; of a damaged line, keeps every whole object. Never throws.
 * `isRecord` distinguishes a record from a small object inside a truncated one.
 */
export function parseLine(
  bytes: Buffer,
  start: number,
  end: number,
  how: { isOpenEnded: boolean; isRecord: (value: object) => boolean },
): ParsedLine {
  const line = bytes.subarray(start, end);
  const text = line.toString("utf8");
  const value = tryParseJson(text);
  if (value !== undefined && !text.includes("\uFFFD")) return { values: [value], damage: nothing };
  const damage: LineDamage[] = [];
  if (text.includes("\uFFFD") && !isUtf8(line)) damage.push(invalidUtf8(line));
  if (value !== undefined) return { values: [value], damage };
  return salvage(line, text, how, damage);
}

function salvage(line: Buffer, text: string, how: Parameters<typeof parseLine>[3], damage: LineDamage[]): ParsedLine {
  const plain = withoutNoise(line, text, damage);
  if (plain.trim() === "") return { values: [], damage };
  const value = tryParseJson(plain);
  if (value !== undefined) return { values: [value], damage };
  const values = wholeObjects(plain, how.isRecord);
  if (values.length > 0) {
    damage.push({
      kind: "glued",
      at: 0,
      detail: `${values.length} complete record(s) kept of a line that is not one record`,
    });
  } else if (how.isOpenEnded) {
    damage.push({ kind: "torn", at: 0, detail: "the last line was cut off while it was written" });
  } else {
    damage.push({
      kind: plain.startsWith("{") ? "torn" : "not-json",
      at: 0,
      detail: `not a complete record: ${excerpt(plain)}`,
    });
  }
  return { values, damage };
}

function withoutNoise(line: Buffer, text: string, damage: LineDamage[]): string {
  let plain = text;
  if (plain.startsWith("\uFEFF")) {
    damage.push({ kind: "bom", at: 0, detail: "a byte order mark before the record" });
    plain = plain.slice(1);
  }
  const nul = line.indexOf(0);
  if (nul !== -1) {
    const count = line.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
    damage.push({ kind: "nul", at: nul, detail: `${count} NUL byte(s)` });
    plain = plain.replaceAll("\0", "");
  }
  return plain;
}

function invalidUtf8(line: Buffer): LineDamage {
  let low = 0;
  let high = line.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isUtf8(trimmedToCharacter(line, middle))) low = middle;
    else high = middle;
  }
  return { kind: "invalid-utf8", at: low, detail: "bytes that are not UTF-8 are shown as \uFFFD" };
}

/** The first `length` bytes, without an incomplete last character. */
function trimmedToCharacter(line: Buffer, length: number): Buffer {
  let end = length;
  while (end > 0 && length - end < 3 && ((line[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return line.subarray(0, end);
}

/** Complete objects in damaged text: after a truncated record, or side by side. */
function wholeObjects(text: string, isRecord: (value: object) => boolean): unknown[] {
  const found: unknown[] = [];
  let steps = text.length * 4 + leastSteps;
  for (let at = text.indexOf("{"), tries = 0; at !== -1 && steps > 0 && tries < maxTries; tries += 1) {
    const end = endOfObject(text, at, at + steps);
    steps -= (end === -1 ? text.length : end) - at;
    const value = end === -1 ? undefined : tryParseJson(text.slice(at, end));
    if (typeof value === "object" && value !== null && isRecord(value)) {
      found.push(value);
      at = text.indexOf("{", end);
    } else {
      at = text.indexOf('{"', at + 1);
    }
  }
  return found;
}

function endOfObject(text: string, start: number, limit: number): number {
  let depth = 0;
  let inString = false;
  const stop = Math.min(text.length, limit);
  for (let at = start; at < stop; at += 1) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at += 1;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123) depth += 1;
    else if (code === 125) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
