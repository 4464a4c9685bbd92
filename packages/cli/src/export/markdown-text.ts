import { exactLine, safeBody, safeLine } from "@reprise/model";
import { hasUnsafeLink } from "./link-safety.ts";

/** A fence longer than any run of backticks in the content, so that nothing inside can end it. */
export function fenced(text: string, language: string): string {
  const content = safeBody(text);
  const fence = "`".repeat(Math.max(2, longestRun(content)) + 1);
  return `${fence}${language}\n${content}\n${fence}\n`;
}

/**
 * Markdown written by a person or an agent. Quoted, so that its own headings, lists and open fences end with it; as
 * source when it holds HTML, images or links that a viewer would run or fetch.
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

/** Plain words on one line, whatever they contain. */
export function escapedLine(text: string): string {
  return safeLine(text).replace(/[\\`*_{}[\]()#+\-.!|<>~&@:]/g, "\\$&");
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
