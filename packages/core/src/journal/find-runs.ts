import { join } from "node:path";
import { isPassing, type RunScope, type RunState, type Warning } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isSameProcessAlive } from "../host/processes/process-identity.ts";
import { findFrankieRuns } from "./frankie/find-frankie-runs.ts";
import { readRunState } from "./journal.ts";
import { isOfRepository, scopeFolder } from "./journal-name.ts";
import { believed } from "./run-state.ts";

export interface FoundRuns {
  /** `status` is checked against the process. */
  readonly runs: readonly RunState[];
  /** Unreadable files; they hide nothing else. */
  readonly warnings: readonly Warning[];
}

/**
 * Every run that was ever journalled, by us or by frankie, or those of one scope, newest first. A run whose sidecar is gone
 * or cannot be read is found by its journal. `remotes` are those of the repository one is in: runs about its pull requests
 * are of its workspace too.
 */
export async function findRuns(
  stateFolder: string,
  host: Host,
  scope?: RunScope,
  remotes: ReadonlySet<string> = new Set(),
): Promise<FoundRuns> {
  const own = await findOwnRuns(stateFolder, host, scope, remotes);
  const frankies = await findFrankieRuns(host, { scope, remotes });
  return {
    runs: [...own.runs, ...frankies.runs].sort((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt)),
    warnings: [...own.warnings, ...frankies.warnings],
  };
}

/** In no order. */
export async function findOwnRuns(
  stateFolder: string,
  host: Host,
  scope?: RunScope,
  remotes: ReadonlySet<string> = new Set(),
): Promise<FoundRuns> {
  const runs: RunState[] = [];
  const warnings: Warning[] = [];
  const warn = (path: string, detail: string) => warnings.push({ kind: "unreadable", path, detail });
  const entriesIn = (folder: string) => {
    try {
      return host.files.list(folder) ?? [];
    } catch (error) {
      warn(folder, (error as Error).message);
      return [];
    }
  };
  const root = join(stateFolder, "runs");
  const isWanted = isOf(scope, remotes);
  for (const { name: folder } of entriesIn(root)) {
    if (!isWanted(folder)) continue;
    for (const { name } of entriesIn(join(root, folder))) {
      if (!name.endsWith(".jsonl")) continue;
      const journal = join(root, folder, name);
      try {
        const { state, problem } = await readRunState(journal, host);
        if (problem !== null) warn(journal, problem);
        if (state) runs.push(believed(state, (process) => isSameProcessAlive(process, host.processes)));
      } catch (error) {
        warn(journal, (error as Error).message);
      }
    }
  }
  return { runs, warnings };
}

function isOf(scope: RunScope | undefined, remotes: ReadonlySet<string>): (folder: string) => boolean {
  if (!scope) return () => true;
  const own = scopeFolder(scope);
  if (scope.kind === "pull-request") return (folder) => folder.toLowerCase() === own;
  return (folder) => folder === own || (scope.kind === "workspace" && isOfRepository(folder, remotes));
}

/** Offered if it stopped for a reason that may be over. */
export function isOffered({ thread, status, failure }: RunState): boolean {
  if (thread === null) return false;
  if (status === "interrupted" || status === "cancelled") return true;
  return status === "failed" && failure !== null && isPassing(failure);
}
