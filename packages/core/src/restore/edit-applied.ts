import { isAbsolute, resolve } from "node:path";
import { type FileChange, SessionError } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isInside } from "../workspace/is-inside.ts";
import { repositoryOf } from "../workspace/repository.ts";
import { type Hunk, hunksIn, withHunks, withoutHunks } from "./files/hunks.ts";
import { withEitherEndings } from "./files/line-endings.ts";

type Applied = "done" | "not-done" | "partly-done" | "unknown";

const mostBytes = 8 * 1024 * 1024;

/** Whether the files look as if the edit was made or not. */
export function wasApplied(changes: readonly FileChange[], cwd: string | null, host: Host): Applied {
  const fileAt = filesOfWorkspace(cwd, host);
  const each = changes.map((change) => oneApplied(change, fileAt, host));
  if (each.length === 0 || each.includes("unknown")) return "unknown";
  if (each.every((one) => one === "done")) return "done";
  return each.every((one) => one === "not-done") ? "not-done" : "partly-done";
}

/** Null outside the session's folder and its repository: a session may name any file on the machine; others are not read. */
export function filesOfWorkspace(cwd: string | null, host: Host): (recorded: string) => string | null {
  let roots: readonly string[] | null = null;
  return (recorded) => {
    if (cwd === null || !isAbsolute(cwd)) return null;
    try {
      const path = host.files.real(resolve(cwd, recorded));
      roots ??= [host.files.real(cwd), ...(repositoryOf(cwd, host.files)?.roots ?? [])];
      return roots.some((root) => isInside(path, root)) ? path : null;
    } catch (error) {
      if (error instanceof SessionError && error.code === "unreadable") return null;
      throw error;
    }
  };
}

type FileAt = ReturnType<typeof filesOfWorkspace>;

function oneApplied(change: FileChange, fileAt: FileAt, host: Host): Applied {
  const path = fileAt(change.path);
  const text = path === null ? unreadable : textAt(path, host);
  if (text === unreadable) return path !== null && isFolder(path, host) ? "not-done" : "unknown";
  switch (change.change) {
    case "delete":
      return text === null ? "done" : "not-done";
    case "add":
      if (text === null) return "not-done";
      return change.diff !== null && sameText(text, change.diff) ? "done" : "unknown";
    case "move":
      return moved(text, change, fileAt, host);
    default:
      return text === null || change.diff === null ? "unknown" : updated(text, change.diff);
  }
}

/** A folder in place of a file: nothing was written there. */
function isFolder(path: string, host: Host): boolean {
  try {
    return host.files.list(path) !== null;
  } catch (error) {
    if (error instanceof SessionError && error.code === "unreadable") return false;
    throw error;
  }
}

function moved(source: string | null, { movedTo, diff }: FileChange, fileAt: FileAt, host: Host): Applied {
  const path = movedTo == null ? null : fileAt(movedTo);
  const target = path === null ? unreadable : textAt(path, host);
  if (target === unreadable) return "unknown";
  if (source !== null) return target === null ? "not-done" : "unknown";
  if (target === null) return "unknown";
  return diff === null || diff === "" ? "done" : updated(target, diff);
}

export const unreadable = Symbol("unreadable");

/** Null where there is no file. A folder in its place, or a file too large or unreadable, must not hide the others. */
export function textAt(path: string, host: Host): string | typeof unreadable | null {
  try {
    if ((host.files.stamp(path)?.sizeBytes ?? 0) > mostBytes) return unreadable;
    return host.files.text(path, mostBytes);
  } catch (error) {
    if (error instanceof SessionError && error.code === "unreadable") return unreadable;
    throw error;
  }
}

function sameText(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd();
}

function updated(text: string, diff: string): Applied {
  const side = sideIn(text, diff);
  return side === "after" ? "done" : side === "before" ? "not-done" : "unknown";
}

/**
 * Which side of a diff a text holds: at its line numbers if it has them, else anywhere. An insertion leaves the old lines in
 * place, a deletion of a repeated line the new ones: if both sides match, the longer one counts.
 */
export function sideIn(text: string, diff: string): Side | null {
  const hunks = hunksIn(diff);
  return (hunks === null ? null : sideOf(text, diff, hunks)) ?? sideOf(text, diff, null);
}

type Side = "before" | "after";

function sideOf(text: string, diff: string, hunks: readonly Hunk[] | null): Side | null {
  const isHeld = (side: Side): boolean => {
    if (hunks === null)
      return holdsAll(
        text,
        hunksOf(diff).map((hunk) => hunk[side]),
      );
    const apply = side === "after" ? withoutHunks : withHunks;
    return withEitherEndings(text, (given) => apply(given, hunks)) !== null;
  };
  const [before, after] = [isHeld("before"), isHeld("after")];
  if (!before && !after) return null;
  if (before !== after) return after ? "after" : "before";
  const sides: readonly Pick<Hunk, Side>[] = hunks ?? hunksOf(diff);
  // Lines without context could have been there before.
  if (sides.length === 0 || (hunks === null && sides.some(({ before, after }) => !before.length || !after.length)))
    return null;
  if (sides.every((hunk) => isPartOf(hunk.before, hunk.after))) return "after";
  return sides.every((hunk) => isPartOf(hunk.after, hunk.before)) ? "before" : null;
}

/** Whether `part` is `whole` with at least one line left out. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const line of whole) if (line === part[found]) found += 1;
  return found === part.length && part.length < whole.length;
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

/** Searches in diff order: starting over for each part would take quadratic time. */
function holdsAll(text: string, parts: readonly (readonly string[])[]): boolean {
  const whole = `\n${text}\n`;
  let from = 0;
  for (const lines of parts) {
    if (lines.length === 0) continue;
    const at = whole.indexOf(`\n${lines.join("\n")}\n`, from);
    if (at === -1) return false;
    from = at + 1;
  }
  return true;
}
