import { isAbsolute, resolve } from "node:path";
import { type FileChange, SessionError } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isInside } from "../workspace/inside.ts";
import { repositoryOf } from "../workspace/repository.ts";

export type Applied = "done" | "not-done" | "partly-done" | "unknown";

const mostBytes = 8 * 1024 * 1024;

/** Whether the files look as if an edit had been made, or as if it had not. */
export function appliedOf(changes: readonly FileChange[], cwd: string | null, host: Host): Applied {
  const each = changes.map((change) => oneApplied(change, cwd, host));
  if (each.length === 0 || each.includes("unknown")) return "unknown";
  if (each.every((one) => one === "done")) return "done";
  return each.every((one) => one === "not-done") ? "not-done" : "partly-done";
}

/**
 * The file that a recorded path means; null when it is not in the folder the session worked in or in its repository. A
 * session may name any file of the machine: others are not read.
 */
export function fileInWorkspace(recorded: string, cwd: string | null, host: Host): string | null {
  if (cwd === null || !isAbsolute(cwd)) return null;
  try {
    const path = host.files.real(resolve(cwd, recorded));
    const roots = [host.files.real(cwd), ...(repositoryOf(cwd, host.files)?.roots ?? [])];
    return roots.some((root) => isInside(path, root)) ? path : null;
  } catch (error) {
    if (error instanceof SessionError && error.code === "unreadable") return null;
    throw error;
  }
}

function oneApplied(change: FileChange, cwd: string | null, host: Host): Applied {
  const path = fileInWorkspace(change.path, cwd, host);
  const text = path === null ? unreadable : textAt(path, host);
  if (text === unreadable) return "unknown";
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

const unreadable = Symbol("nobody knows what it holds");

/** A folder in its place, or a file that is not ours to read: no reason to tell nothing of all the others. */
function textAt(path: string, host: Host): string | typeof unreadable | null {
  try {
    return host.files.text(path, mostBytes);
  } catch (error) {
    if (error instanceof SessionError && error.code === "unreadable") return unreadable;
    throw error;
  }
}

function sameText(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd();
}

/** By the two sides of the hunks: a file cannot hold both, unless they are alike. */
function updated(text: string, diff: string): Applied {
  const sides = hunksOf(diff);
  const after = sides.every(({ after }) => holds(text, after));
  const before = sides.every(({ before }) => holds(text, before));
  if (after === before) return "unknown";
  return after ? "done" : "not-done";
}

function hunksOf(diff: string): { before: string[]; after: string[] }[] {
  const hunks: { before: string[]; after: string[] }[] = [];
  for (const line of diff.split("\n")) {
    const sign = line[0];
    if (line.startsWith("@@")) hunks.push({ before: [], after: [] });
    if (sign !== "-" && sign !== "+" && sign !== " ") continue;
    const hunk = hunks.at(-1) ?? { before: [], after: [] };
    if (hunks.length === 0) hunks.push(hunk);
    if (sign !== "+") hunk.before.push(line.slice(1));
    if (sign !== "-") hunk.after.push(line.slice(1));
  }
  return hunks;
}

function holds(text: string, lines: readonly string[]): boolean {
  return lines.length === 0 || `\n${text}\n`.includes(`\n${lines.join("\n")}\n`);
}
