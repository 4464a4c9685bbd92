import type { About } from "../../reading/fact.ts";
import { ByteSearch } from "./byte-search.ts";

const totalUsage = new ByteSearch('"total_token_usage":{');
const lastUsage = new ByteSearch('"last_token_usage":{');
const totalTokens = new ByteSearch('"total_tokens":');
const contextWindow = new ByteSearch('"model_context_window":');
const headBytes = 1200;
const closingBrace = 125;

/** Reads `token_count` without parsing. */
export function usageIn(bytes: Buffer, start: number, end: number): Partial<About> {
  const to = Math.min(end, start + headBytes);
  const windowAt = contextWindow.first(bytes, start, to);
  const usage = {
    tokens: totalIn(bytes, totalUsage, start, to),
    contextTokens: totalIn(bytes, lastUsage, start, to),
    contextWindow: windowAt === -1 ? null : numberAt(bytes, windowAt + contextWindow.length),
  };
  return usage;
}

function totalIn(bytes: Buffer, field: ByteSearch, start: number, to: number): number | null {
  const from = field.first(bytes, start, to);
  const close = from === -1 ? -1 : bytes.indexOf(closingBrace, from);
  const at = close === -1 || close >= to ? -1 : totalTokens.last(bytes, from, close);
  return at === -1 ? null : numberAt(bytes, at + totalTokens.length);
}

function numberAt(bytes: Buffer, from: number): number | null {
  let number = 0;
  let at = from;
  for (let digit = (bytes[at] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - 48) {
    number = number * 10 + digit;
    at += 1;
  }
  return at === from ? null : number;
}
