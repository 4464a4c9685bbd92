import { type Progress, type Usage, type UsageQuery, usageOf } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import type { Host } from "../../host/host.ts";
import type { Selection } from "../query/selection.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import type { GivenName } from "../text/titles.ts";
import type { Threads } from "../threads.ts";
import { indexUsage } from "./index-usage.ts";
import { countedSessions, sessionTurns } from "./session-turns.ts";

interface CatalogParts {
  readonly database: Database;
  readonly lookup: RolloutLookup;
  readonly selection: Selection;
  readonly names: readonly GivenName[];
}

interface CountOptions {
  readonly host: Host;
  readonly threads?: Threads | null | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Reads what was added to the files of the selection since the last time. Throws when aborted. */
export async function countUsage(
  query: UsageQuery,
  { database, lookup, selection, names }: CatalogParts,
  options: CountOptions,
): Promise<Usage> {
  const counted = countedSessions(selection, database);
  const files = counted.flatMap((session) => session.files);
  await indexUsage(files, database, lookup, options);
  options.signal?.throwIfAborted();
  return usageOf(
    counted.map((session) => sessionTurns(session, database, names)),
    query,
  );
}
