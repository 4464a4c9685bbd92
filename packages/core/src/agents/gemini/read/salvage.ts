import { tryParseJson } from "@reprise/model";
import { type Foreign, isForeign } from "../../foreign.ts";

/** Bounds the work on any bytes. */
const maxTries = 100_000;
const stepsPerByte = 20;

/** Null if they are incomplete too. */
export function headOf(bytes: Buffer): Foreign | null {
  const text = bytes.toString("utf8", 0, Math.min(bytes.length, 64 * 1024));
  const end = text.search(/,?\s*"messages"\s*:/);
  const head = end === -1 ? undefined : tryParseJson(`${text.slice(0, end)}}`);
  return isForeign(head) && typeof head.sessionId === "string" ? head : null;
}

/** Every complete message of an incomplete document. */
export function wholeMessages(bytes: Buffer): { message: Foreign; byteOffset: number }[] {
  const found: { message: Foreign; byteOffset: number }[] = [];
  let tries = 0;
  let steps = bytes.length * stepsPerByte;
  for (let at = bytes.indexOf(123); at !== -1 && tries < maxTries && steps > 0; tries += 1) {
    const end = beginsMessage(bytes, at) ? endOfObject(bytes, at) : -1;
    steps -= end === -1 ? 100 : end - at;
    const message = end === -1 ? undefined : tryParseJson(bytes.toString("utf8", at, end));
    const isMessage = isForeign(message) && typeof message.type === "string" && "content" in message;
    if (isMessage) found.push({ message, byteOffset: at });
    at = bytes.indexOf(123, isMessage ? end : at + 1);
  }
  return found;
}

function beginsMessage(bytes: Buffer, at: number): boolean {
  return /^\{\s*"id"\s*:/.test(bytes.toString("latin1", at, at + 40));
}

function endOfObject(bytes: Buffer, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (inString) {
      if (byte === 92) at += 1;
      else if (byte === 34) inString = false;
    } else if (byte === 34) inString = true;
    else if (byte === 123) depth += 1;
    else if (byte === 125) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
