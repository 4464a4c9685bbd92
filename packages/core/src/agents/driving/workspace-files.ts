import { dirname, isAbsolute, join, relative } from "node:path";
import { SessionError } from "@reprise/model";
import { digestOf } from "../../host/digest.ts";
import type { Files } from "../../host/files/files.ts";

/** Where an agent looks, in each folder from the root of the repository to the one it works in. */
export interface WorkspaceFiles {
  readonly files: readonly string[];
  /** All files below count. */
  readonly folders?: readonly string[];
  /** Where the person's own configuration is: not the workspace's, also where that is their home folder. */
  readonly own: string;
}

interface WhichFiles {
  /** Only those that nobody has touched since. */
  readonly until?: number | undefined;
  /** The part of a text that counts; empty if none does. */
  readonly countedOf?: (text: string) => string;
}

const mostBytes = 1024 * 1024;
const mostFiles = 300;

/**
 * Files of a workspace that name programs to start or commands to allow, each with a hash of what it says: `.mcp.json 3fa9c2d81b04`.
 * An agent can write them, and the next one takes them at its start.
 */
export function workspaceFiles(
  { files: names, folders = [], own }: WorkspaceFiles,
  folder: string | null,
  files: Files,
  { until = Number.POSITIVE_INFINITY, countedOf }: WhichFiles = {},
): readonly string[] {
  if (folder === null) return [];
  const places = foldersTo(folder, files);
  const paths = [
    ...places.flatMap((at) => names.map((name) => join(at, name))),
    ...places.flatMap((at) => folders.flatMap((name) => filesBelow(join(at, name), files))),
  ];
  const others = paths.filter((path) => isOutside(path, own));
  return others.slice(0, mostFiles).flatMap((path) => {
    const stamp = files.stamp(path);
    if (stamp === null || (files.changedMs(path) ?? 0) > until) return [];
    const text = unlessRefused(() => files.text(path, mostBytes)) ?? "";
    const counted = countedOf === undefined ? `${stamp.sizeBytes} ${text}` : countedOf(text);
    return counted === "" ? [] : [`${relative(folder, path)} ${digestOf(counted).slice(0, 12)}`];
  });
}

/** Those that were added, changed or removed: a removed one may have forbidden something. Unknown ones are compared later. */
export function changedFiles(before: readonly string[] | null, now: readonly string[] | null): readonly string[] {
  if (before === null || now === null) return [];
  const paths = new Set(now.map(pathIn));
  return [
    ...now.filter((one) => !before.includes(one)),
    ...before.map(pathIn).flatMap((path) => (paths.has(path) ? [] : [`${path} (removed)`])),
  ];
}

/** The root of the repository that a folder is in; null: in none. */
export function rootOf(folder: string, files: Files): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (files.stamp(join(at, ".git")) !== null) return at;
    if (at === dirname(at)) return null;
  }
}

/** From the root of the repository down. */
export function foldersTo(folder: string, files: Files): readonly string[] {
  const root = rootOf(folder, files) ?? folder;
  const folders = [];
  for (let at = folder; ; at = dirname(at)) {
    folders.unshift(at);
    if (at === root || at === dirname(at)) return folders;
  }
}

function isOutside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way.startsWith("..") || isAbsolute(way);
}

function filesBelow(folder: string, files: Files, depth = 0): readonly string[] {
  if (depth > 4) return [];
  const entries = unlessRefused(() => files.list(folder)) ?? [];
  return entries.flatMap(({ name, kind }) => {
    if (name === "node_modules") return [];
    return kind === "folder" ? filesBelow(join(folder, name), files, depth + 1) : [join(folder, name)];
  });
}

function pathIn(entry: string): string {
  return entry.slice(0, entry.lastIndexOf(" "));
}

/** What cannot be read, or is no file, says nothing to the agent either. */
function unlessRefused<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}
