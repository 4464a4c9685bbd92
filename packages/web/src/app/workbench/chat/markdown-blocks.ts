/**
 * Markdown that is still being written, in pieces that can be shown on their own: only the last one changes as text is added.
 * Splits at blank lines, but not inside a code fence or a list.
 */
export function markdownBlocks(text: string): readonly string[] {
  const blocks: string[] = [];
  let fence: string | null = null;
  let [start, at, isList, isAfterBlank] = [0, 0, false, false];
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(at, end);
    const isBlank = line.trim() === "";
    if (fence === null && isAfterBlank && !isBlank) {
      if (!(isList && isInList(line))) {
        blocks.push(text.slice(start, at));
        start = at;
        isList = false;
      }
    }
    if (fence === null && at === start) isList = listItem.test(line);
    fence = fenceAfter(fence, line);
    isAfterBlank = isBlank;
    at = end;
  }
  if (start < text.length) blocks.push(text.slice(start));
  return blocks;
}

const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;

function isInList(line: string): boolean {
  return listItem.test(line) || /^(?: {2,}|\t)/.test(line);
}

/** The fence that is open after a line; one ends with at least as many of its characters. */
function fenceAfter(fence: string | null, line: string): string | null {
  const [, mark = "", rest = ""] = /^\s*(`{3,}|~{3,})(.*)/.exec(line) ?? [];
  if (mark === "") return fence;
  if (fence === null) return mark;
  return mark.startsWith(fence) && rest.trim() === "" ? null : fence;
}
