import { isAbsolute, join } from "node:path";
import type { FileChange } from "@reprise/model";
import type { Host } from "../host/host.ts";

export type Applied = "done" | "not-done" | "partly-done" | "unknown";

const mostBytes = 8 * 1024 * 1024;

/** Whether the files look as if an edit had been made, or as if it had not. */
export function appliedOf(changes: readonly FileChange[], cwd: string | null, host: Host): Applied {
  const each = changes.map((change) => oneApplied(change, cwd, host));
  if (each.length === 0 || each.includes("unknown")) return "unknown";
  if (each.every((one) => one === "done")) return "done";
  return each.every((one) => one === "not-done") ? "not-done" : "partly-done";
}

function oneApplied(change: FileChange, cwd: string | null, host: Host): Applied {
  if (!isAbsolute(change.path) && cwd === null) return "unknown";
  const path = isAbsolute(change.path) ? change.path : join(cwd ?? "", change.path);
  const text = host.files.text(path, mostBytes);
  switch (change.change) {
    case "delete":
      return text === null ? "done" : "not-done";
    case "add":
      if (text === null) return "not-done";
      return change.diff !== null && sameText(text, change.diff) ? "done" : "unknown";
    default:
      return text === null || change.diff === null ? "unknown" : updated(text, change.diff);
  }
}

function sameText(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd();
}

/** By the two sides of the hunks: a file cannot hold both, unless they are alike. */
function updated(text: string, diff: string): Applied {
  const sides = hunksOf(diff);
  if (sides.length === 0) return "unknown";
  const after = sides.every(({ after }) => holds(text, after));
  const before = sides.every(({ before }) => holds(text, before));
  if (after === before) return "unknown";
  return after ? "done" : "not-done";
}

function hunksOf(diff: string): { before: string[]; after: string[] }[] {
  const hunks: { before: string[]; after: string[] }[] = [];
  for (const line of diff.split("\n")) {
    if (line.startsWith("@@")) hunks.push({ before: [], after: [] });
    else if (/^[-+ ]/.test(line) && hunks.length === 0) hunks.push({ before: [], after: [] });
    const hunk = hunks.at(-1);
    if (!hunk || line.startsWith("@@")) continue;
    if (line.startsWith("-") || line.startsWith(" ")) hunk.before.push(line.slice(1));
    if (line.startsWith("+") || line.startsWith(" ")) hunk.after.push(line.slice(1));
  }
  return hunks;
}

function holds(text: string, lines: readonly string[]): boolean {
  return lines.length === 0 || `\n${text}\n`.includes(`\n${lines.join("\n")}\n`);
}
