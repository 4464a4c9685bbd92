import { exactLine } from "./exact-text.ts";
import { safeBody, safeLine } from "./safe-text.ts";

/** A fence longer than any run of backticks in the content, so that nothing inside can end it. */
export function fenced(text: string, language: string): string {
  const content = safeBody(text);
  const fence = "`".repeat(Math.max(2, longestRun(content)) + 1);
  return `${fence}${language}\n${content}\n${fence}\n`;
}

/**
 * Markdown written by a person or an agent. Quoted, so that its own headings, lists and open fences end with it; as source when
 * it contains HTML, images or links that a viewer would run or fetch.
 */
export function quoted(text: string): string {
  const content = safeBody(text);
  if (/<[A-Za-z/!?]|!\[/.test(content) || hasUnsafeLink(content)) return fenced(text, "markdown");
  return `${content
    .split("\n")
    .map((line) => `> ${line}`.trimEnd())
    .join("\n")}\n`;
}

export function codeSpan(text: string): string {
  const content = exactLine(text);
  const mark = "`".repeat(longestRun(content) + 1);
  const space = /^`|`$|^ .* $/.test(content) || content === "" ? " " : "";
  return `${mark}${space}${content}${space}${mark}`;
}

/** Plain text on one line, whatever it contains. */
export function escapedLine(text: string): string {
  return safeLine(text).replace(/[\\`*_{}[\]()#+\-.!|<>~&@:]/g, "\\$&");
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

/** A link or link definition up to its destination; its brackets may be in a quote and span lines. */
const destination = /\](?:\(|:)[\s>]*(?:<([^>\n]*)|([^\s)]*))/g;

/** Schemes that a viewer opens without running anything. */
const harmless = new Set(["http", "https", "mailto"]);

/** Whether Markdown has a link that a viewer might run, such as `javascript:` or `data:`, in any spelling. */
export function hasUnsafeLink(markdown: string): boolean {
  return [...markdown.matchAll(destination)].some(([, quoted, bare]) => isUnsafe(quoted ?? bare ?? ""));
}

function isUnsafe(written: string): boolean {
  // Viewers undo escapes, and drop whitespace and control characters in an address.
  const address = written.replace(/\\(?=[!-/:-@[-`{-~])/g, "").replace(/[\s\p{C}]/gu, "");
  // `src/a.ts:12` and `a.ts:12` are positions in a file.
  if (/^[^:&]*[/?#.]/.test(address) && !/^[^/?#]*&/.test(address)) return isRemote(address);
  const scheme = /^([^:&]*)[:&]/.exec(address)?.[1]?.toLowerCase();
  return scheme !== undefined && !(harmless.has(scheme) && address[scheme.length] === ":");
}

/** A name with a dot before the colon is no scheme viewers know; a number after the colon is a line number. */
function isRemote(address: string): boolean {
  const [, name, rest] = /^([^:/?#]*):(.*)$/s.exec(address) ?? [];
  return name !== undefined && rest !== undefined && !/^\d+(?::\d+)?(?:-\d+)?$/.test(rest);
}
