import { join } from "node:path";
import { type Finding, SessionError } from "@reprise/model";
import type { Home, RolloutLookup } from "../catalog/rollout-lookup.ts";
import type { Files } from "../host/files/files.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";

const deepestFolder = 6;

/** What cannot be read beside the sessions: folders, the agents' own indexes, and files of our state. */
export function* unreadableFiles(
  lookup: RolloutLookup,
  homes: readonly Home[],
  host: Host,
): Generator<Finding> {
  const sessions = new Set(lookup.contents.flatMap(({ rollouts }) => rollouts.map(({ path }) => path)));
  for (const { kind, path, detail } of lookup.warnings)
    if (kind === "unreadable" && !sessions.has(path)) yield finding(path, detail);
  for (const { source, path } of homes)
    for (const index of source.indexes?.(path, host) ?? []) yield* unreadable(index, host.files);
  yield* unreadableBelow(stateFolderOf(host), host.files, deepestFolder);
}

function* unreadableBelow(folder: string, files: Files, depth: number): Generator<Finding> {
  const entries = attempt(folder, () => files.list(folder));
  if ("problem" in entries) yield entries.problem;
  else
    for (const { name, kind } of entries.value ?? []) {
      const path = join(folder, name);
      if (kind === "folder" && isFileName(name)) yield* unreadable(path, files);
      if (kind === "folder" || (kind === "other" && isFolder(path, files))) {
        if (depth > 0) yield* unreadableBelow(path, files, depth - 1);
      } else yield* unreadable(path, files);
    }
}

/** Of what we keep in files. */
function isFileName(name: string): boolean {
  return /(?:\.jsonl?|\.lock|^lock)$/.test(name);
}

/** Opens it, and reads nothing. */
function* unreadable(path: string, files: Files): Generator<Finding> {
  const opened = attempt(path, () => files.open(path)?.close());
  if ("problem" in opened) yield opened.problem;
}

function isFolder(path: string, files: Files): boolean {
  const found = attempt(path, () => files.list(path));
  return "value" in found && found.value !== null;
}

/** What the machine refuses becomes a finding. */
function attempt<T>(path: string, act: () => T): { readonly value: T } | { readonly problem: Finding } {
  try {
    return { value: act() };
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return { problem: finding(path, error.message) };
  }
}

function finding(path: string, detail: string): Finding {
  return {
    path,
    session: null,
    listed: false,
    reasons: [`it cannot be read: ${detail}`],
    damage: [],
    ailments: [],
  };
}
