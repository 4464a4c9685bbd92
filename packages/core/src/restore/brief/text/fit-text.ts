import type { Excerpt } from "./clip.ts";
import { cutEnd, cutStart } from "./safe-text.ts";
import type { TokenCost } from "./token-cost.ts";

/** A shorter excerpt is useless. */
const least = 24;
/** Share of the start: in pasted text the request is often at the end. */
const headShare = 0.6;

/** The text in at most `most` tokens: whole, or its start and end with the gap marked. */
export function fitText(text: Excerpt, most: number, tokenCost: TokenCost): readonly string[] | null {
  const whole = linesOf(text);
  if (tokenCost.fits(whole, most)) return whole;
  const room = most - tokenCost.line(gapLine(text.head.length + text.leftOutCount + text.tail.length));
  if (room < least) return null;
  const share = text.head === "" ? 0 : text.head.length < 200 ? 1 : headShare;
  const start = startOf(text.head, Math.floor(room * share), tokenCost);
  const rest = text.leftOutCount === 0 ? text.head.slice(start.length) : text.tail;
  const end = endOf(rest, room - tokenCost.lines(start === "" ? [] : start.split("\n")), tokenCost);
  const between =
    text.leftOutCount === 0
      ? rest.length - end.length
      : text.head.length - start.length + text.leftOutCount + text.tail.length - end.length;
  return linesOf({ head: start, leftOutCount: Math.max(1, between), tail: end });
}

export function linesOf({ head, leftOutCount, tail }: Excerpt): readonly string[] {
  const start = trimmedEnd(head).split("\n");
  if (leftOutCount === 0) return start;
  const end = trimmedEnd(tail).replace(/^\n+/, "");
  return [...(start.join("") === "" ? [] : start), gapLine(leftOutCount), ...(end === "" ? [] : end.split("\n"))];
}

function gapLine(count: number): string {
  return `[… ${grouped.format(count)} characters left out …]`;
}

/** Reused: `toLocaleString` creates one per call, which costs more than the rest of a gap. */
export const grouped = new Intl.NumberFormat("en");

/** Whole lines that fit, and as much of the next as fits. */
function startOf(text: string, room: number, tokenCost: TokenCost): string {
  let [end, left] = [0, room];
  while (end < text.length) {
    const next = text.indexOf("\n", end);
    const line = text.slice(end, next === -1 ? text.length : next);
    const cost = costWithin(line, left, tokenCost);
    if (cost === null) {
      const cut = left < 8 || line.length < 40 ? "" : longest(line, left, tokenCost, cutEnd);
      return text.slice(0, end) + cut.replace(/(\s)\S{1,24}$/, "$1");
    }
    left -= cost;
    end = next === -1 ? text.length : next + 1;
  }
  return text;
}

function endOf(text: string, room: number, tokenCost: TokenCost): string {
  let [start, left] = [text.length, room];
  while (start > 0) {
    const before = text.lastIndexOf("\n", start - 2);
    const line = text.slice(before + 1, text[start - 1] === "\n" ? start - 1 : start);
    const cost = costWithin(line, left, tokenCost);
    if (cost === null) {
      const whole = left < 8 || line.length < 40 ? "" : longest(line, left, tokenCost, cutStart);
      const cut = whole.replace(/^\S{1,24}(?=\s)/, "");
      const glue = cut !== "" && text[start - 1] === "\n" ? "\n" : "";
      return cut + glue + text.slice(start);
    }
    left -= cost;
    start = before + 1;
  }
  return text;
}

/** A line over this many characters per token cannot fit, so it need not be counted. */
const mostCharactersInToken = 24;

function costWithin(line: string, room: number, tokenCost: TokenCost): number | null {
  if (line.length > (room + 1) * mostCharactersInToken) return null;
  const cost = tokenCost.line(line);
  return cost <= room ? cost : null;
}

function longest(
  line: string,
  room: number,
  tokenCost: TokenCost,
  cut: (text: string, most: number) => string,
): string {
  let [fits, tooLong] = [0, Math.min(line.length, room * mostCharactersInToken) + 1];
  while (tooLong - fits > Math.max(1, fits / 32)) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (tokenCost.line(cut(line, middle)) <= room) fits = middle;
    else tooLong = middle;
  }
  return cut(line, fits);
}

function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "\n" || text[end - 1] === " ")) end -= 1;
  return text.slice(0, end);
}
