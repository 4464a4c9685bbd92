import { fileVersion } from "../../agents/reading/file-version.ts";
import type { AgentSource } from "../../agents/reading/source.ts";
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { type ReadRequest, readTurns, type TurnReading } from "../../transcript/read-turns.ts";
import { unpackLateItems, unpackTurnStarts } from "../index/pack.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { chainFrom, jsonIn, type Summary } from "../row.ts";

export interface OpenSession {
  readonly source: AgentSource;
  readonly request: Omit<ReadRequest, "window" | "isLive" | "signal" | "excerpt">;
}

export const openedColumns = "key, summary, turnStarts, late";

/** Null if one of its files is gone. */
export function openSession(id: number, database: Database, lookup: RolloutLookup): OpenSession | null {
  const row = database.prepare(`SELECT ${openedColumns} FROM rollout JOIN outline USING (id) WHERE id = ?`).get(id);
  return row ? openedFrom(row, jsonIn<Summary>(row.summary), lookup) : null;
}

export function openedFrom(row: SqlRow, summary: Summary, lookup: RolloutLookup): OpenSession | null {
  const rollout = lookup.byKey(String(row.key));
  const source = rollout && lookup.sourceOf(rollout.agent);
  if (!rollout || !source) return null;
  const chain = chainFrom(summary, rollout, (key) => lookup.byKey(key));
  if (!chain) return null;
  const turnStarts = unpackTurnStarts(row.turnStarts as Uint8Array);
  const late = unpackLateItems(row.late as Uint8Array);
  const { turnCount, hasInjected } = summary;
  return { source, request: { chain, outline: { turnStarts, late, turnCount, hasInjected } } };
}

/** Whether its files are as they were when its row was written, and no base is missing, which may be there now. False if it is no file. */
export function isUnchanged({ key, version }: SqlRow, { request }: OpenSession, { files }: Host): boolean {
  const { pieces, missing } = request.chain;
  if (missing !== null && !missing.isTooFar) return false;
  return pieces.every(({ rollout }) => {
    if (rollout.key === key && rollout.version !== version) return false;
    const now = files.stamp(rollout.path);
    return now !== null && fileVersion(now) === rollout.version;
  });
}

export function readSession(
  { source, request }: OpenSession,
  host: Host,
  how: Pick<ReadRequest, "window" | "isLive" | "signal" | "excerpt">,
): TurnReading {
  return readTurns({ ...request, ...how }, source, host);
}
