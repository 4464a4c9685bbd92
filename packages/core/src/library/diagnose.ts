import { join } from "node:path";
import { type Finding, SessionError } from "@reprise/model";
import type { AgentSource } from "../agents/reading/source.ts";
import { diagnoseFolders } from "../catalog/diagnose/diagnose-folder.ts";
import { diagnoseRollout } from "../catalog/diagnose/diagnose-rollout.ts";
import type { Home, RolloutLookup } from "../catalog/rollout-lookup.ts";
import type { Files } from "../host/files/files.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import { isInside } from "../workspace/is-inside.ts";
import type { CatalogView } from "./catalog-view.ts";
import { diagnoseOutside } from "./diagnose-outside.ts";

/** Explains files: all below `path`; without it, hidden, damaged or unknown ones. */
export async function* diagnose(
  path: string | undefined,
  { database, lookup, homes, annotations }: CatalogView,
  machine: { readonly host: Host; readonly sources: readonly AgentSource[] },
): AsyncGenerator<Finding> {
  const { host } = machine;
  const places = path === undefined ? null : [path, host.files.real(path)];
  const isMeant = (file: string) => !places || places.some((place) => isInside(file, place));
  let count = 0;
  for (const rollout of lookup.contents.flatMap(({ rollouts }) => rollouts)) {
    if (!isMeant(rollout.path)) continue;
    const finding = await diagnoseRollout(rollout, database, lookup, { host, annotations });
    count += 1;
    if (places || finding.reasons.length > 0) yield finding;
  }
  for (const finding of diagnoseFolders(lookup, host)) {
    if (!isMeant(finding.path)) continue;
    count += 1;
    yield finding;
  }
  for (const finding of unreadableFiles(lookup, homes, host)) {
    if (!isMeant(finding.path)) continue;
    count += 1;
    yield finding;
  }
  if (path !== undefined && count === 0) yield* diagnoseOutside(path, machine);
}

const deepestFolder = 6;

/** Unreadable things besides sessions: folders, the agents' indexes, and our own state files. */
function* unreadableFiles(lookup: RolloutLookup, homes: readonly Home[], host: Host): Generator<Finding> {
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

/** Names that we give only to files. */
function isFileName(name: string): boolean {
  return /(?:\.jsonl?|\.lock|^lock)$/.test(name);
}

/** Opens the file without reading it. */
function* unreadable(path: string, files: Files): Generator<Finding> {
  const opened = attempt(path, () => files.open(path)?.close());
  if ("problem" in opened) yield opened.problem;
}

function isFolder(path: string, files: Files): boolean {
  const found = attempt(path, () => files.list(path));
  return "value" in found && found.value !== null;
}

/** Turns a system error into a finding. */
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
