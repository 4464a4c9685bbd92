import { tryParseJson } from "@reprise/model";
import { type Foreign, isForeign } from "../../foreign.ts";
import { isStanding } from "./attachment.ts";
import { isBulky } from "./bookkeeping.ts";

/** Parsing is as fast for shorter lines. */
const leastBytes = 1500;
const headBytes = 900;
const tailBytes = 2000;

const opening = '{"parentUuid":';
const anotherLine = Buffer.from(opening);
const attachmentField = ',"attachment":{"type":"';
const attachmentId = Buffer.from('"type":"attachment","uuid":"');
const renderedField = Buffer.from(',"rendered":[');
const resultField = ',"message":{"role":"user","content":[{"tool_use_id":"';
const contentField = '","type":"tool_result","content":';
const messageEnd = Buffer.from(']},"uuid":"');
const anotherResult = Buffer.from('{"tool_use_id":"');
const blockAfterText = Buffer.from('"},{"');
const blockAfterList = Buffer.from(']},{"');
const imageBlock = Buffer.from('"type":"image"');
const recordedField = Buffer.from(',"toolUseResult":');
const interruptedField = ',"toolUseResult":"User rejected';
const tellingFields = ['"toolDenialKind":', '"forkedFrom":'];
const tailField = ',"userType":"';

/**
 * The record of a long line without what an outline leaves out, found by looking at its ends: most of a file is the
 * results of tools and copies of requests. Null: the line is not exactly as expected, parse it.
 * A result whose call is not known is told by its shape: it is left to the parser.
 * The line must be UTF-8 without NUL bytes. A fault inside what is left out is seen only by a parser.
 */
export function peekRecord(
  bytes: Buffer,
  start: number,
  end: number,
  isKnownCall: (id: string) => boolean,
): Foreign | null {
  if (end - start < leastBytes || bytes[end - 1] !== 125) return null;
  const line = bytes.subarray(start, end);
  const head = line.toString("latin1", 0, headBytes);
  if (line.indexOf(anotherLine, 1) !== -1) return null;
  if (head.startsWith('{"type":"')) return bookkeeping(line, head);
  if (!head.startsWith(opening)) return null;
  return toolResult(line, head, isKnownCall) ?? attachment(line, head);
}

/** A line that ends like a shorter one is two merged lines. */
function bookkeeping(line: Buffer, head: string): Foreign | null {
  const type = head.slice(9, head.indexOf('"', 9));
  const endsLikeAnother = /"(?:sessionId|gitBranch|version|slug|leafUuid)":"[^"]*"\}$/.test(tailOf(line));
  return isBulky(type) && !endsLikeAnother ? { type } : null;
}

function attachment(line: Buffer, head: string): Foreign | null {
  const at = head.indexOf(attachmentField);
  const idAt = line.lastIndexOf(attachmentId);
  if (at === -1 || idAt < at || line.indexOf(attachmentId) !== idAt) return null;
  const typeAt = at + attachmentField.length;
  if (!isStanding(head.slice(typeAt, head.indexOf('"', typeAt)))) return null;
  const renderedAt = line.indexOf(renderedField, idAt);
  const first = members(line, 1, at);
  const last = renderedAt === -1 ? members(line, idAt, line.length - 1) : members(line, idAt, renderedAt);
  const rest = renderedAt === -1 ? {} : tailMembers(line, renderedAt);
  return first && last && rest && { ...first, ...last, ...rest };
}

function toolResult(line: Buffer, head: string, isKnownCall: (id: string) => boolean): Foreign | null {
  const at = head.indexOf(resultField);
  const idAt = at + resultField.length;
  const idEnd = head.indexOf('"', idAt);
  if (at === -1 || idEnd === -1 || !head.startsWith(contentField, idEnd)) return null;
  if (!isKnownCall(head.slice(idAt, idEnd))) return null;
  const contentAt = idEnd + contentField.length;
  const end = endOfResult(line, contentAt);
  const recordedAt = end === -1 ? -1 : line.indexOf(recordedField, end);
  if (recordedAt === -1 || startsAt(line, recordedAt, interruptedField)) return null;
  const tail = line.toString("latin1", Math.max(recordedAt, line.length - tailBytes));
  if (tellingFields.some((field) => tail.includes(field))) return null;
  const first = members(line, 1, at);
  const ids = members(line, end + 3, recordedAt);
  const rest = first && "cwd" in first ? {} : tailMembers(line, recordedAt);
  if (!first || !ids || !rest) return null;
  const block = { type: "tool_result", tool_use_id: head.slice(idAt, idEnd), content: "" };
  return { ...first, ...ids, ...rest, message: { role: "user", content: [block] } };
}

/** End of a message with one result and no error; -1 otherwise. */
function endOfResult(line: Buffer, contentAt: number): number {
  const isText = line[contentAt] === 34;
  const end = line.indexOf(messageEnd, contentAt);
  if (end === -1 || !(isText || line[contentAt] === 91)) return -1;
  const content = line.subarray(contentAt, end);
  if (content.includes(isText ? blockAfterText : blockAfterList) || content.includes(anotherResult)) return -1;
  // The parser reports tool attachments.
  if (!isText && content.includes(imageBlock)) return -1;
  const before = line.toString("latin1", end - 20, end);
  return before.endsWith(isText ? '"}' : "]}") || before.endsWith(',"is_error":false}') ? end : -1;
}

/** Trailing fields of current releases. */
function tailMembers(line: Buffer, after: number): Foreign | null {
  const tailAt = Math.max(after, line.length - tailBytes);
  const at = line.toString("latin1", tailAt).lastIndexOf(tailField);
  return at === -1 ? null : members(line, tailAt + at + 1, line.length - 1);
}

function members(line: Buffer, from: number, to: number): Foreign | null {
  const value = tryParseJson(`{${line.toString("utf8", from, to)}}`);
  return isForeign(value) ? value : null;
}

function startsAt(line: Buffer, at: number, text: string): boolean {
  return line.toString("latin1", at, at + text.length) === text;
}

function tailOf(line: Buffer): string {
  return line.toString("latin1", Math.max(0, line.length - 300));
}
