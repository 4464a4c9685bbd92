import { join } from "node:path";
import type { Lineage, SessionId } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { appendLine } from "../log/log.ts";
import { type LogFormat, type Row, readLog } from "../log/read-log.ts";

export function lineagePath(stateFolder: string): string {
  return join(stateFolder, "lineage.jsonl");
}

/** Records the origin of a session we started (null: none) where lists find it without reading journals. */
export function addLineage(stateFolder: string, session: SessionId, lineage: Lineage | null, host: Host): void {
  const known = readLineages(stateFolder, host);
  if (known.has(session) && (lineage === null || known.get(session))) return;
  const line = JSON.stringify({ v: 1, at: host.now(), session, lineage });
  appendLine({ path: lineagePath(stateFolder), tail: { kind: "close" } }, line);
}

/** The last record wins. Skips unreadable lines. */
export function readLineages(stateFolder: string, host: Pick<Host, "files">): ReadonlyMap<string, Lineage | null> {
  return new Map(readLog(lineagePath(stateFolder), host.files, format).items);
}

const format: LogFormat<[SessionId, Lineage | null]> = {
  mostBytes: 64 * 1024 * 1024,
  newest: null,
  decode({ v, session, lineage }: Row) {
    const isLineage = lineage === null || Boolean((lineage as Lineage | undefined)?.kind);
    if (v !== 1 || typeof session !== "string" || !isLineage) return null;
    return [session as SessionId, lineage as Lineage | null];
  },
};
