import { type Progress, SessionError, type TurnUsage } from "@reprise/model";
import type { AgentSource, Position, RolloutRef } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { UsageCollector, type UsageState } from "../../transcript/usage-collector.ts";
import { ProgressReport } from "../progress.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { jsonIn } from "../row.ts";
import { inTransaction } from "../transaction.ts";

interface UsageOptions {
  readonly host: Host;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Where to continue when the file has grown. */
interface UsagePlace {
  readonly position: Position;
  readonly state: UsageState;
}

interface PendingFile {
  readonly id: number;
  readonly version: string;
  readonly rollout: RolloutRef;
  readonly source: AgentSource;
  readonly place: UsagePlace | null;
  /** The outline was read up to here. Only what it covers is known to be unchanged later. */
  readonly outlinedBytes: number;
}

interface CountedFile {
  readonly pending: PendingFile;
  readonly turns: readonly TurnUsage[];
  readonly place: UsagePlace | null;
}

const columns = "rollout.id AS id, key, sizeBytes, rollout.version AS version";
const batchCount = 200;

/** Counts the turns of these rollouts that are new since the last time. */
export async function indexUsage(
  ids: readonly number[],
  database: Database,
  lookup: RolloutLookup,
  options: UsageOptions,
): Promise<void> {
  const rows = database
    .prepare(
      `SELECT ${columns} FROM rollout LEFT JOIN usage USING (id)
       WHERE usage.version IS NOT rollout.version AND rollout.id IN (SELECT value FROM json_each(?)) ORDER BY rollout.id`,
    )
    .all(JSON.stringify(ids));
  if (rows.length === 0) return;
  const totalBytes = rows.reduce((sum, { sizeBytes }) => sum + Number(sizeBytes), 0);
  const report = new ProgressReport({ stage: "usage", totalCount: rows.length, totalBytes }, options);
  let counted: CountedFile[] = [];
  for (const { id, key, sizeBytes, version } of rows) {
    const pending = pendingOf(Number(id), String(key), String(version), database, lookup);
    const file = pending && (await countFile(pending, options.host, report));
    if (file) counted.push(file);
    if (counted.length === batchCount) counted = save(counted, database);
    if (!(await report.step(Number(sizeBytes)))) break;
  }
  save(counted, database);
}

function pendingOf(
  id: number,
  key: string,
  version: string,
  database: Database,
  lookup: RolloutLookup,
): PendingFile | null {
  const rollout = lookup.byKey(key);
  const source = rollout && lookup.sourceOf(rollout.agent);
  const outline = database.prepare("SELECT resume FROM outline WHERE id = ?").get(id);
  if (!rollout || !source || !outline) return null;
  const known = database.prepare("SELECT place FROM usage WHERE id = ?").get(id);
  const place = known?.place == null ? null : jsonIn<UsagePlace>(known.place);
  const { position } = jsonIn<{ position: Pick<Position, "byteOffset"> }>(outline.resume);
  return { id, version, rollout, source, place, outlinedBytes: position.byteOffset };
}

/** Null: it cannot be read now, or the caller cancelled. */
async function countFile(pending: PendingFile, host: Host, report: ProgressReport): Promise<CountedFile | null> {
  const collector = new UsageCollector(pending.place?.state ?? null);
  let place = pending.place;
  const options = { depth: "full", from: place?.position } as const;
  try {
    let last: { position: Position; isTail: boolean } | null = null;
    for await (const { facts, position, isTail } of pending.source.decode(pending.rollout, host, options)) {
      if (isTail && last?.isTail !== true) place = placeAt(last?.position ?? place?.position, collector);
      last = { position, isTail };
      collector.take(facts);
      if (!(await report.part(position.byteOffset))) return null;
    }
    if (last && !last.isTail) place = placeAt(last.position, collector);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return null;
  }
  const isCovered = place !== null && place.position.byteOffset <= pending.outlinedBytes;
  return { pending, turns: collector.turns(), place: isCovered ? place : null };
}

function placeAt(position: Position | undefined, collector: UsageCollector): UsagePlace | null {
  return position ? { position, state: structuredClone(collector.save()) } : null;
}

function save(counted: readonly CountedFile[], database: Database): [] {
  if (counted.length === 0) return [];
  inTransaction(database, () => {
    const replace = database.prepare(
      "INSERT OR REPLACE INTO usage (id, version, turns, place) SELECT id, version, ?, ? FROM rollout WHERE id = ? AND version = ?",
    );
    for (const { pending, turns, place } of counted)
      replace.run(JSON.stringify(turns), place && JSON.stringify(place), pending.id, pending.version);
  });
  return [];
}
