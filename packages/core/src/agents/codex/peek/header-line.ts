import { ByteSearch } from "./byte-search.ts";
import { endOfText } from "./end-of-text.ts";

const headerType = new ByteSearch('"type":"session_meta"');
const instructions = new ByteSearch('"base_instructions":{"text":"');
const headBytes = 100;
const closingBrace = 125;

/** A header without its instructions, which are most of its bytes. Null if it is no header or has none. */
export function headerText(bytes: Buffer, start: number, end: number): string | null {
  if (bytes[end - 1] !== closingBrace) return null;
  if (headerType.first(bytes, start, Math.min(end, start + headBytes)) === -1) return null;
  const from = instructions.first(bytes, start, end);
  const to = from === -1 ? -1 : endOfText(bytes, from + instructions.length, end);
  if (to === -1) return null;
  const before = bytes.toString("utf8", start, from + instructions.length);
  return before + bytes.toString("utf8", to, end);
}
