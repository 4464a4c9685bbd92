import { type Drift, type FileChange, type Item, isWritten, type Timestamp, type Turn } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { filesOfWorkspace, sideIn, textAt, unreadable } from "./edit-applied.ts";
import { hunksIn, withHunks } from "./files/hunks.ts";
import { isSameText } from "./files/line-endings.ts";
import { mayWrite } from "./files/may-write.ts";
import { NamedFiles } from "./files/named-files.ts";

/** A file's content after the session's edits. `diff`: only its last edit is known. */
type Expected =
  | { readonly kind: "absent" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "diff"; readonly diff: string }
  | { readonly kind: "unknown" };

interface Edited {
  /** As last recorded. */
  readonly subject: string;
  readonly change: FileChange["change"];
  readonly expected: Expected;
  /** Index of its last edit among the items. */
  readonly place: number;
}

/** A later command of the session names it and could have changed it; `open`: one that was cut off, perhaps after the last record. */
type Found = Edited & { readonly leftTo: "command" | "open" | null };

const unknown: Expected = { kind: "unknown" };

/**
 * Files that no longer hold what the session's last edit left. `now` is null if unknown: the expected text cannot be computed,
 * or the file differs but was not written since, so a command of the session may have done it. `updatedAt`: of the last record,
 * which may be the result of an item.
 */
export function fileDrift(
  turns: readonly Turn[],
  cwd: string,
  host: Host,
  updatedAt: Timestamp | null = null,
): Drift[] {
  const endMs = lastTime(turns, updatedAt);
  const fileAt = filesOfWorkspace(cwd, host);
  const places = new Map<string, string | null>();
  const place = (recorded: string) => {
    const known = places.get(recorded);
    const path = known === undefined ? fileAt(recorded) : known;
    places.set(recorded, path);
    return path;
  };
  return [...editedFiles(turns, place)].flatMap(([path, { subject, change, expected, leftTo }]) => {
    const writtenMs = host.files.stamp(path)?.mtimeMs ?? null;
    const isWrittenSince = endMs === null || writtenMs === null ? null : writtenMs > endMs;
    const state = stateOf(expected, textAt(path, host), isWrittenSince);
    if (state === "unchanged") return [];
    // Written after the session ended: only a command that was cut off can have done it.
    const isOwn = leftTo === "open" || (leftTo === "command" && isWrittenSince !== true);
    const now = isOwn ? null : state;
    const row = { kind: "file", subject, recorded: changeWords[change] } as const;
    return [{ ...row, now, widens: false, note: null }];
  });
}

const changeWords: Readonly<Record<FileChange["change"], string>> = {
  add: "added by the session",
  update: "edited by the session",
  delete: "deleted by the session",
  move: "renamed by the session",
};

type State = "unchanged" | "changed since" | "now missing" | "exists again" | "without the session's edit" | null;

function stateOf(expected: Expected, text: ReturnType<typeof textAt>, isWrittenSince: boolean | null): State {
  // Text that is not UTF-8 cannot be compared with a log.
  if (text === unreadable || text?.includes("\uFFFD")) return null;
  if (expected.kind === "absent") {
    if (text === null) return "unchanged";
    return isWrittenSince === false ? null : "exists again";
  }
  if (text === null) return "now missing";
  if (expected.kind === "text") {
    if (isSameText(text.trimEnd(), expected.text.trimEnd())) return "unchanged";
    return isWrittenSince === false ? null : "changed since";
  }
  // The rest of the file is unknown: if not written since, it is as the session left it.
  if (isWrittenSince === false) return "unchanged";
  if (expected.kind === "unknown") return null;
  const side = sideIn(text, expected.diff);
  if (side === "before") return "without the session's edit";
  if (side === "after") return isWrittenSince === null ? "unchanged" : null;
  return isWrittenSince === null ? null : "changed since";
}

/** Every edit is reapplied to the whole text of its file. Beyond this many characters in total, only the last edit counts. */
const mostRewritten = 200_000_000;

/** By current path, in order of last edit. An edit that may have failed leaves the state unknown; a failed one, unchanged. */
function editedFiles(turns: readonly Turn[], placeOf: (recorded: string) => string | null): ReadonlyMap<string, Found> {
  const files = new Map<string, Edited>();
  const [commands, open] = [new NamedFiles(), new NamedFiles()];
  let [budget, place] = [mostRewritten, 0];
  const rewritten = (edit: FileChange, before: Expected): Expected => {
    if (before.kind === "text") budget -= before.text.length;
    return expectedOf(edit, budget > 0 ? before : unknown);
  };
  const put = (recorded: string, change: FileChange["change"], expected: Expected) => {
    const path = placeOf(recorded);
    if (path === null) return;
    files.delete(path);
    files.set(path, { subject: recorded, change, expected, place });
  };
  const apply = (item: Item & { kind: "edit" }, edit: FileChange) => {
    const written = isWritten(item, edit);
    const path = placeOf(edit.path) ?? "";
    const known = files.get(path) ?? null;
    if (written === false || (written === null && known === null)) return;
    const target = edit.change === "move" ? (edit.movedTo ?? null) : null;
    const before = known === null || commands.lastNaming(path) > known.place ? unknown : known.expected;
    const after = written === null ? unknown : rewritten(edit, before);
    if (target === null) return put(edit.path, edit.change, edit.change === "move" ? unknown : after);
    put(edit.path, "move", written === null ? unknown : { kind: "absent" });
    put(target, "move", after);
  };
  for (const item of turns.flatMap(({ items }) => items)) {
    place += 1;
    if (item.kind === "edit") for (const edit of item.changes) apply(item, edit);
    if (item.kind !== "command" || !mayWrite(item.command)) continue;
    commands.note(item.command, place);
    if (item.status === "open") open.note(item.command, place);
  }
  const leftTo = (path: string, { place: edited }: Edited) => {
    if (open.lastNaming(path) > edited) return "open";
    return commands.lastNaming(path) > edited ? "command" : null;
  };
  return new Map([...files].map(([path, file]) => [path, { ...file, leftTo: leftTo(path, file) }]));
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
function lastTime(turns: readonly Turn[], updatedAt: Timestamp | null): number | null {
  const times = turns
    .flatMap(({ endedAt, items }) => [endedAt, ...items.map(({ at }) => at)])
    .concat(updatedAt)
    .map((at) => (at === null ? Number.NaN : Date.parse(at)))
    .filter((time) => !Number.isNaN(time))
    .map((time) => (time % 1000 === 0 ? time + 999 : time));
  return times.length === 0 ? null : times.reduce((most, time) => Math.max(most, time));
}
