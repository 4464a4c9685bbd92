import type { Drift, FileChange, Turn } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { fileInWorkspace, sideIn, textAt, unreadable } from "./evidence.ts";
import { isSameText } from "./files/dress.ts";
import { hunksIn, withHunks } from "./files/hunks.ts";

/** What the session's edits leave in a file. `diff`: only the last edit of it is known. */
type Expected =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "unknown" };

interface Edited {
  readonly change: FileChange["change"];
  readonly expected: Expected;
}

const unknown: Expected = { kind: "unknown" };

/**
 * Files that no longer hold what the session's last edit left there. `now` is null where that cannot be told: the expected
 * text cannot be computed, or the file differs from it but was not written since, so a command of the session may have done it.
 */
export function fileDrift(turns: readonly Turn[], cwd: string, host: Host): Drift[] {
  const endMs = lastTime(turns);
  return [...editedFiles(turns)].flatMap(([recorded, { change, expected }]) => {
    const path = fileInWorkspace(recorded, cwd, host);
    if (path === null) return [];
    const writtenMs = host.files.stamp(path)?.mtimeMs ?? null;
    const isWrittenSince = endMs === null || writtenMs === null ? null : writtenMs > endMs;
    const now = stateOf(expected, textAt(path, host), isWrittenSince);
    if (now === "unchanged") return [];
    const row = { kind: "file", subject: recorded, recorded: changeWords[change] } as const;
    return [{ ...row, now, widens: false, note: null }];
  });
}

const changeWords: Readonly<Record<FileChange["change"], string>> = {
  add: "added by the session",
  update: "edited by the session",
  delete: "deleted by the session",
  move: "renamed by the session",
};

type State =
  | "unchanged"
  | "changed since"
  | "now missing"
  | "exists again"
  | "without the session's edit"
  | null;

function stateOf(expected: Expected, text: ReturnType<typeof textAt>, isWrittenSince: boolean | null): State {
  if (text === unreadable) return null;
  if (expected.kind === "absent") return text === null ? "unchanged" : "exists again";
  if (text === null) return "now missing";
  if (expected.kind === "text") {
    if (isSameText(text.trimEnd(), expected.text.trimEnd())) return "unchanged";
    return isWrittenSince === false ? null : "changed since";
  }
  // The rest of the file is not known: as long as nobody wrote it since, it is as the session left it.
  if (isWrittenSince === false) return "unchanged";
  if (expected.kind === "unknown") return null;
  const side = sideIn(text, expected.diff);
  if (side === "before") return "without the session's edit";
  if (side === "after") return isWrittenSince === null ? "unchanged" : null;
  return isWrittenSince === null ? null : "changed since";
}

/** Each edit is made again in the whole text of its file. Where that becomes too much, only the last edit counts. */
const mostRewritten = 200_000_000;

/** By path, in the order of their last edit. A failed or unfinished edit leaves a file in a state nobody knows. */
function editedFiles(turns: readonly Turn[]): ReadonlyMap<string, Edited> {
  const files = new Map<string, Edited>();
  let budget = mostRewritten;
  const rewritten = (edit: FileChange, before: Expected): Expected => {
    if (before.kind === "text") budget -= before.text.length;
    return expectedOf(edit, budget > 0 ? before : unknown);
  };
  const put = (path: string, change: FileChange["change"], expected: Expected) => {
    files.delete(path);
    files.set(path, { change, expected });
  };
  for (const item of turns.flatMap(({ items }) => items)) {
    if (item.kind !== "edit" || item.status === "declined") continue;
    for (const edit of item.changes) {
      const before = files.get(edit.path)?.expected ?? unknown;
      const after = item.status === "done" ? rewritten(edit, before) : unknown;
      const target = edit.change === "move" ? (edit.movedTo ?? null) : null;
      if (item.status !== "done" && !files.has(edit.path)) continue;
      if (target === null) put(edit.path, edit.change, edit.change === "move" ? unknown : after);
      else {
        put(edit.path, "move", item.status === "done" ? { kind: "absent" } : unknown);
        put(target, "move", after);
      }
    }
  }
  return files;
}

function expectedOf({ change, diff }: FileChange, before: Expected): Expected {
  if (change === "delete") return { kind: "absent" };
  if (change === "add") return diff === null ? unknown : { kind: "text", text: diff };
  if (diff === null) return unknown;
  if (diff === "") return before;
  const hunks = hunksIn(diff);
  const text = before.kind === "text" && hunks !== null ? withHunks(before.text, hunks) : null;
  return text === null ? { kind: "diff", diff } : { kind: "text", text };
}

/** Logs may hold whole seconds only. */
function lastTime(turns: readonly Turn[]): number | null {
  const times = turns
    .flatMap(({ endedAt, items }) => [endedAt, ...items.map(({ at }) => at)])
    .map((at) => (at === null ? Number.NaN : Date.parse(at)))
    .filter((time) => !Number.isNaN(time))
    .map((time) => (time % 1000 === 0 ? time + 999 : time));
  return times.length === 0 ? null : times.reduce((most, time) => Math.max(most, time));
}
