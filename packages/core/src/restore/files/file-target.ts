import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { SessionError } from "@reprise/model";
import { entryAt } from "../../host/files/entry-at.ts";
import type { Files } from "../../host/files/files.ts";
import { ownerReason, type RewindLimits } from "./rewind-limits.ts";

/** `name` is below the root, with slashes. */
export type FileTarget =
  | { readonly isInside: true; readonly path: string; readonly name: string }
  | { readonly isInside: false; readonly reason: string };

const mostNameBytes = 255;
const mostPathBytes = 4096;

/** Only a plain or missing file below the root, without links. */
export function fileTarget(recorded: string, limits: RewindLimits, files: Files): FileTarget {
  try {
    return placed(recorded, limits, files);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return refused(error.message);
  }
}

function placed(recorded: string, limits: RewindLimits, files: Files): FileTarget {
  const bad = badName(recorded);
  if (bad !== null) return refused(bad);
  const { root } = limits;
  const parts = partsBelow(root, resolve(root, recorded), files);
  if (parts === null) return refused(`It is outside ${root}.`);
  if (parts.length === 0) return refused("It is the workspace itself.");
  const name = parts.join("/");
  const path = join(root, ...parts);
  const link = linkOn(root, parts);
  if (link !== null) return refused(link);
  const reason = ownerReason(path, name, limits);
  return reason === null ? { isInside: true, path, name } : refused(reason);
}

/** Recorded names are untrusted. */
function badName(recorded: string): string | null {
  if (recorded === "") return "It has no name.";
  if (recorded.includes("\0")) return "Its name contains a NUL character.";
  const parts = recorded.split(/[/\\]/);
  if (parts.includes("..")) return "Its path contains `..`.";
  const isLong = Buffer.byteLength(recorded) > mostPathBytes;
  if (isLong || parts.some((part) => Buffer.byteLength(part) > mostNameBytes)) return "Its name is too long.";
  return null;
}

/** Null if the path is not below the root. */
function partsBelow(root: string, path: string, files: Files): string[] | null {
  const ways = [{ folder: path, rest: [] as string[] }];
  for (let folder = path, rest: string[] = []; dirname(folder) !== folder; folder = dirname(folder)) {
    rest = [basename(folder), ...rest];
    ways.unshift({ folder: dirname(folder), rest });
  }
  const found =
    ways.find(({ folder }) => folder === root) ??
    ways.find(({ folder }) => entryAt(folder) !== null && files.real(folder) === root);
  return found?.rest ?? null;
}

/** Null if no link is on the way. */
function linkOn(root: string, parts: readonly string[]): string | null {
  let path = root;
  for (const [index, part] of parts.entries()) {
    path = join(path, part);
    const kind = entryAt(path)?.kind ?? null;
    if (kind === null) return null;
    if (kind === "link") return `${path} is a symbolic link.`;
    const isLast = index === parts.length - 1;
    if (kind !== (isLast ? "file" : "folder")) return `${path} is not a plain ${isLast ? "file" : "folder"}.`;
  }
  return null;
}

function refused(reason: string): FileTarget {
  return { isInside: false, reason };
}

export function folderNames(name: string): string[] {
  const folder = dirname(name);
  return folder === "." ? [] : folder.split("/");
}

/** Whether a kept name is one that `placeOf` gives. */
export function isPlainName(name: string): boolean {
  return !isAbsolute(name) && badName(name) === null && name.split("/").every((part) => part !== "" && part !== ".");
}
