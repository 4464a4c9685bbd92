/** Without its line end. */
interface MatterLine {
  /** From 1. */
  readonly number: number;
  readonly start: number;
  readonly text: string;
}

/** The lines of the front matter of a progress file. */
export interface FrontMatter {
  readonly lines: readonly MatterLine[];
  /** Where the body starts. */
  readonly bodyStart: number;
  readonly problem: string | null;
}

export function frontMatterOf(text: string): FrontMatter {
  const lines: MatterLine[] = [];
  const failed = (problem: string): FrontMatter => ({ lines, bodyStart: 0, problem });
  let number = 0;
  for (let start = text.startsWith("\uFEFF") ? 1 : 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    const line = text.slice(start, end).replace(/\r?\n$/, "");
    number += 1;
    const at = start;
    start = end;
    if (number === 1) {
      if (line.trimEnd() !== "---") return failed("line 1: expected ---, the start of the front matter");
    } else if (line.trimEnd() === "---") return { lines, bodyStart: start, problem: null };
    else lines.push({ number, start: at, text: line });
  }
  if (number === 0) return failed("line 1: expected ---, found an empty file");
  return failed(`line ${number}: expected ---, the end of the front matter, found the end of the file`);
}

/** The first line with a key, and its value as written. */
export function lineWith(key: string, { lines }: FrontMatter) {
  for (const { number, start, text } of lines) {
    const colon = text.indexOf(":");
    if (colon === -1 || text.trimStart().startsWith("#") || text.slice(0, colon).trim() !== key) continue;
    return { number, start, text, value: withoutComment(text.slice(colon + 1)) };
  }
  return null;
}

export function textWith(key: string, matter: FrontMatter): string | null {
  const line = lineWith(key, matter);
  return line && unquoted(line.value);
}

/** Null if it is neither true nor false. */
export function asFlag(value: string): boolean | null {
  const word = unquoted(value).toLowerCase();
  return word === "true" ? true : word === "false" ? false : null;
}

/** Without a comment, which starts with a # after a blank, outside of quotes. */
function withoutComment(text: string): string {
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? "";
    if (quote !== null) {
      if (quote === '"' && mark === "\\") at += 1;
      else if (mark === quote) quote = null;
    } else if (mark === "#" && /^\s?$/.test(text[at - 1] ?? "")) return text.slice(0, at).trim();
    else if ((mark === '"' || mark === "'") && text.slice(0, at).trim() === "") quote = mark;
  }
  return text.trim();
}

function unquoted(value: string): string {
  if (/^".*"$/s.test(value) && value.length > 1) return value.slice(1, -1).replace(/\\(["\\])/g, "$1");
  if (/^'.*'$/s.test(value) && value.length > 1) return value.slice(1, -1).replaceAll("''", "'");
  return value;
}

/** For a value in double quotes on one line. */
export function quoted(value: string): string {
  return `"${value.replace(/\s*[\r\n]+\s*/g, " ").replace(/["\\]/g, "\\$&")}"`;
}
