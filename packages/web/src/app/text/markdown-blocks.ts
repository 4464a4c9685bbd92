/** A longer list is split between its items, so that adding one does not read all of them again. */
const mostList = 3000;

/**
 * Markdown that is still being written, in pieces that can be shown on their own: only the last one changes as text is added.
 * Splits at blank lines, but not inside a code fence, indented code or a short list.
 */
export function markdownBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let fence: string | null = null;
  let list: RegExpExecArray | null = null;
  let [start, at, isAfterBlank] = [0, 0, false];
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, end);
    const isBlank = line.trim() === "";
    if (fence === null && !isBlank) {
      const item = listItem.exec(line);
      const isNext = isAfterBlank && !isIndented(line, list) && (list === null || item === null);
      const isLong = list !== null && at - start > mostList && isNextItem(list, item);
      if ((isNext || isLong) && at > start) {
        blocks.push(text.slice(start, at));
        start = at;
        list = null;
      }
      // Only items of the outermost list count.
      if (item !== null && (list === null || item[1] === list[1])) list = item;
    }
    fence = fenceAfter(fence, line);
    isAfterBlank = isBlank;
    at = end;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

const listItem = /^( {0,3})(?:([-*+])|(\d{1,9})([.)]))(?:\s|$)/;

function isIndented(line: string, list: RegExpExecArray | null): boolean {
  return list === null ? /^(?: {4,}|\t)/.test(line) : /^(?: {2,}|\t)/.test(line);
}

/** It goes on in a list of its own: with the same mark, or with the next number. */
function isNextItem(list: RegExpExecArray, item: RegExpExecArray | null): boolean {
  if (item === null || item[1] !== "" || list[1] !== "") return false;
  if (list[2] !== undefined) return item[2] === list[2];
  return item[4] === list[4] && Number(item[3]) === Number(list[3]) + 1;
}

/** The fence that is open after a line; one ends with at least as many of its characters. */
function fenceAfter(fence: string | null, line: string): string | null {
  const [, mark = "", rest = ""] = /^\s*(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  if (mark === "") return fence;
  if (fence === null) return mark;
  return mark.startsWith(fence) && rest.trim() === "" ? null : fence;
}
