import { join } from "node:path";
import { type Lineage, type SessionId, tryParseJson } from "@reprise/model";
import { appendLine } from "../host/files/append-file.ts";
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
  const found = new Map<string, Lineage | null>();
  const text = host.files.text(lineagePath(stateFolder), mostBytes);
  for (const line of (text ?? "").split("\n")) {
    const row = parsed(line);
    if (row) found.set(row.session, row.lineage);
  }
  return found;
}

function parsed(line: string): { session: SessionId; lineage: Lineage | null } | null {
  const row = tryParseJson(line) as { v?: number; session?: SessionId; lineage?: Lineage | null } | null;
  if (row?.v !== 1 || typeof row.session !== "string") return null;
  if (row.lineage !== null && !row.lineage?.kind) return null;
  return { session: row.session, lineage: row.lineage };
}
