import { type Progress, SessionError, type TurnUsage } from "@reprise/model";
import type { AgentSource, Position, RolloutRef } from "../../agents/reading/source.ts";
import type { Database } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import { UsageCollector, type UsageState } from "../../transcript/usage-collector.ts";
import { ProgressReport } from "../progress.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { jsonIn } from "../row.ts";
import { shareOut, type Threads } from "../threads.ts";
import { inTransaction } from "../transaction.ts";

interface UsageOptions {
  readonly host: Host;
  /** Others that count. */
  readonly threads?: Threads | null | undefined;
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

interface Counted {
  readonly turns: readonly TurnUsage[];
  readonly place: UsagePlace | null;
}

interface CountedFile extends Counted {
  readonly pending: PendingFile;
}

/** What a thread is to count: the turns of each rollout of one agent, from its start. */
export interface UsageJob {
  readonly kind: "usage";
  readonly agent: string;
}

/** In a thread. Null: it cannot be read. */
export function counting(source: AgentSource, host: Host): (rollout: RolloutRef) => Promise<Counted | null> {
  return (rollout) => countFile({ rollout, source, place: null }, host, async () => true);
}

const columns = "rollout.id AS id, key, rollout.version AS version";
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
  const files = new Map<string, PendingFile>();
  for (const { id, key, version } of rows) {
    const pending = pendingOf(Number(id), String(key), String(version), database, lookup);
    if (pending) files.set(pending.rollout.key, pending);
  }
  const rollouts = [...files.values()].map(({ rollout }) => rollout);
  const totalBytes = rollouts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const report = new ProgressReport({ stage: "usage", totalCount: rollouts.length, totalBytes }, options);
  let counted: CountedFile[] = [];
  const onPart = (byteOffset: number) => report.part(byteOffset);
  const pendingAt = ({ key }: RolloutRef) => files.get(key) as PendingFile;
  const take = (rollout: RolloutRef, file: Counted | null) => {
    if (file) counted.push(coveredIn(file, pendingAt(rollout)));
    if (counted.length === batchCount) counted = save(counted, database);
    return report.step(rollout.sizeBytes);
  };
  const act = (rollout: RolloutRef) => countFile(pendingAt(rollout), options.host, onPart);
  const isWhole = (rollout: RolloutRef) => rollout.key === rollout.path && pendingAt(rollout).place === null;
  const byAgent = Map.groupBy(rollouts, (rollout) => (isWhole(rollout) ? rollout.agent : null));
  for (const [agent, items] of byAgent) {
    const threads = agent === null ? null : (options.threads ?? null);
    const job: UsageJob = { kind: "usage", agent: agent ?? "" };
    if (!(await shareOut<UsageJob, RolloutRef, Counted | null>({ threads, job, items, act, take }))) break;
  }
  save(counted, database);
}

/** A place beyond what the outline covers is not known to be unchanged later. */
function coveredIn({ turns, place }: Counted, pending: PendingFile): CountedFile {
  const isCovered = place !== null && place.position.byteOffset <= pending.outlinedBytes;
  return { pending, turns, place: isCovered ? place : null };
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
async function countFile(
  pending: Pick<PendingFile, "rollout" | "source" | "place">,
  host: Host,
  onPart: (byteOffset: number) => Promise<boolean>,
): Promise<Counted | null> {
  const collector = new UsageCollector(pending.place?.state ?? null);
  let place = pending.place;
  const options = { depth: "full", from: place?.position } as const;
  try {
    let last: { position: Position; isTail: boolean } | null = null;
    for await (const { facts, position, isTail } of pending.source.decode(pending.rollout, host, options)) {
      if (isTail && last?.isTail !== true) place = placeAt(last?.position ?? place?.position, collector);
      last = { position, isTail };
      collector.take(facts);
      if (!(await onPart(position.byteOffset))) return null;
    }
    if (last && !last.isTail) place = placeAt(last.position, collector);
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    return null;
  }
  return { turns: collector.turns(), place };
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
