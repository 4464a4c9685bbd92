import { join } from "node:path";
import { type Lineage, parseJson, type SessionId } from "@reprise/model";
import { appendLine } from "../host/append-file.ts";
import type { Host } from "../host/host.ts";

const mostBytes = 64 * 1024 * 1024;

export function lineagePath(stateFolder: string): string {
  return join(stateFolder, "lineage.jsonl");
}

/** Notes what a session of our making came from, once, where a list finds it without reading journals. They hold it too. */
export function addLineage(stateFolder: string, session: SessionId, lineage: Lineage, host: Host): void {
  if (readLineages(stateFolder, host).has(session)) return;
  appendLine(lineagePath(stateFolder), JSON.stringify({ v: 1, at: host.now(), session, lineage }));
}

/** By session; the last that was told stands. A line that cannot be read is passed over. */
export function readLineages(stateFolder: string, host: Host): ReadonlyMap<string, Lineage> {
  const found = new Map<string, Lineage>();
  const text = host.files.text(lineagePath(stateFolder), mostBytes);
  for (const line of (text ?? "").split("\n")) {
    const row = parsed(line);
    if (row) found.set(row.session, row.lineage);
  }
  return found;
}

function parsed(line: string): { session: SessionId; lineage: Lineage } | null {
  try {
    const row = parseJson(line) as { v?: number; session?: SessionId; lineage?: Lineage } | null;
    if (row?.v !== 1 || typeof row.session !== "string" || !row.lineage?.kind) return null;
    return { session: row.session, lineage: row.lineage };
  } catch {
    return null;
  }
}
