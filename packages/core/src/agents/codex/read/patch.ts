import type { FileChange } from "@reprise/model";
import { type Foreign, isForeign, textOf } from "../../foreign.ts";

/** The files a patch text names, with their hunks. What was applied is told elsewhere; this is what was asked. */
export function changesOfPatch(patch: string): FileChange[] {
  const changes: { path: string; change: FileChange["change"]; movedTo?: string; lines: string[] }[] = [];
  for (const line of patch.split("\n")) {
    const opened = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    const last = changes.at(-1);
    if (opened?.[2])
      changes.push({
        path: opened[2].trim(),
        change: changeNames[opened[1] as keyof typeof changeNames],
        lines: [],
      });
    else if (last && line.startsWith(moveTo)) {
      last.change = "move";
      last.movedTo = line.slice(moveTo.length).trim();
    } else if (last && !line.startsWith("*** "))
      last.lines.push(last.change === "add" ? line.replace(/^\+/, "") : line);
  }
  return changes.map(({ path, change, movedTo, lines }, index) => ({
    path,
    change,
    diff: lines.length > 0 ? `${lines.join("\n").trimEnd()}\n` : null,
    ...(movedTo === undefined ? {} : { movedTo }),
    step: index + 1,
  }));
}

const moveTo = "*** Move to: ";

const changeNames = { Add: "add", Update: "update", Delete: "delete" } as const;

/** `changes` as recorded once a patch was applied: a map from path to what happened to it. */
export function changesOfRecord(changes: unknown): FileChange[] {
  if (!isForeign(changes)) return [];
  return Object.entries(changes)
    .map(([path, change]) => changeOf(path, isForeign(change) ? change : {}))
    .toSorted(byPath);
}

/** Codex has the files of an edit in a map, and each of its outputs names them in another order. */
export function byPath(a: Pick<FileChange, "path">, b: Pick<FileChange, "path">): number {
  return a.path < b.path ? -1 : Number(a.path > b.path);
}

/** Codex checks a whole patch before it writes the first file; then it writes one after another until one fails. */
export function failureOf(text: string): { reason: string; stoppedAt?: string } {
  const reason = text.trim();
  if (/^apply_patch verification failed/.test(reason)) return { reason, stoppedAt: "" };
  const [, path] = /^Failed to (?:write|delete|remove) (?:file )?(\/.+)$/m.exec(reason) ?? [];
  return path === undefined ? { reason } : { reason, stoppedAt: path };
}

function changeOf(path: string, recorded: Foreign): FileChange {
  // Releases of 2025 wrapped the change in its type: {"add":{"content":…}}.
  const [type, fields] =
    typeof recorded.type === "string" ? [recorded.type, recorded] : (Object.entries(recorded)[0] ?? ["update", {}]);
  const body = isForeign(fields) ? fields : {};
  const movedTo = type === "update" ? textOf(body.move_path) : null;
  const change = type === "add" || type === "delete" ? type : movedTo === null ? "update" : "move";
  const diff = textOf(body.unified_diff) ?? textOf(body.content);
  return { path, change, diff, ...(movedTo === null ? {} : { movedTo }) };
}
