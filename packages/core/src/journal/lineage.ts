import { join } from "node:path";
import type { Lineage, SessionId } from "@reprise/model";
import { appendLine } from "../host/files/append-file.ts";
import { readJsonLines } from "../host/files/json-lines.ts";
import type { Host } from "../host/host.ts";

const mostBytes = 64 * 1024 * 1024;

export function lineagePath(stateFolder: string): string {
  return join(stateFolder, "lineage.jsonl");
}

/** Records the origin of a session we started (null: none) where lists find it without reading journals. */
export function addLineage(
  stateFolder: string,
  session: SessionId,
  lineage: Lineage | null,
  host: Host,
): void {
  const known = readLineages(stateFolder, host);
  if (known.has(session) && (lineage === null || known.get(session))) return;
  appendLine(lineagePath(stateFolder), JSON.stringify({ v: 1, at: host.now(), session, lineage }));
}

/** The last record wins. Skips unreadable lines. */
export function readLineages(stateFolder: string, host: Host): ReadonlyMap<string, Lineage | null> {
  const { rows } = readJsonLines(lineagePath(stateFolder), host.files, mostBytes);
  return new Map(rows.filter(isLineage).map(({ session, lineage }) => [session, lineage]));
}

function isLineage(row: object): row is { readonly session: SessionId; readonly lineage: Lineage | null } {
  const { v, session, lineage } = row as { v?: number; session?: unknown; lineage?: Lineage | null };
  return v === 1 && typeof session === "string" && (lineage === null || Boolean(lineage?.kind));
}
