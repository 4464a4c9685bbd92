import type { RunId, RunScope, Timestamp } from "@reprise/model";
import { digestOf } from "../host/digest.ts";

/** Unique per scope. */
export function scopeFolder(scope: RunScope): string {
  if (scope.kind === "workspace") return `workspace-${hashOf(scope.root)}`;
  if (scope.kind === "project" || scope.kind === "comments") return `${scope.kind}-${hashOf(scope.path)}`;
  const { host, owner, repository, number } = scope;
  // A server does not tell capitals from small letters.
  return ["pr", ...[host, owner, repository].map((name) => escaped(name.toLowerCase())), number].join("-");
}

/** Whether it belongs to a pull request of one of these, each `host/owner/repository`. */
export function isOfRepository(folder: string, remotes: ReadonlySet<string>): boolean {
  return [...remotes].some((address) => {
    const start = `pr-${address.split("/").map(escaped).join("-")}-`.toLowerCase();
    return folder.toLowerCase().startsWith(start) && /^\d+$/.test(folder.slice(start.length));
  });
}

/** `<label>-<yyyymmddThhmmssZ>-<run>`: sorts by time within a label; unique. */
export function journalName(scope: RunScope, startedAt: Timestamp, run: RunId): string {
  const time = startedAt.replace(/[-:]/g, "").replace(/\.\d+Z$/, "Z");
  return `${labelOf(scope)}-${time}-${run}`;
}

export function labelOf(scope: RunScope): string {
  if (scope.kind === "pull-request") return `${plain(scope.owner)}-${plain(scope.repository)}-pr-${scope.number}`;
  const path = scope.kind === "workspace" ? scope.root : scope.path;
  return plain(
    path
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? "root",
  );
}

export function hashOf(text: string): string {
  return digestOf(text).slice(0, 16);
}

/** Reversible: escapes everything but letters and digits. */
function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9.]/g, (character) => `%${character.codePointAt(0)?.toString(16)}`);
}

function plain(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, 60);
}
