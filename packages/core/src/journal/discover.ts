import { join } from "node:path";
import type { RunScope, RunState, Warning } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isSameProcessAlive } from "../host/identity.ts";
import { findFrankieRuns } from "./frankie/find.ts";
import { readRunState } from "./journal.ts";
import { isOfRepository, scopeFolder } from "./name.ts";
import { believedStatus } from "./state.ts";

export interface FoundRuns {
  /** Newest first; `status` is what can be believed now. */
  readonly runs: readonly RunState[];
  readonly warnings: readonly Warning[];
}

/**
 * Every run that was ever journalled, by us or by frankie, or those of one scope. A run whose sidecar is gone or cannot be
 * read is found by its journal. `remotes` are those of the repository one is in: runs about its pull requests are of its
 * workspace too.
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
    runs: [...own.runs, ...frankies.runs].sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)),
    warnings: [...own.warnings, ...frankies.warnings],
  };
}

/** Those that we journalled. */
export async function findOwnRuns(
  stateFolder: string,
  host: Host,
  scope?: RunScope,
  remotes: ReadonlySet<string> = new Set(),
): Promise<FoundRuns> {
  const runs: RunState[] = [];
  const warnings: Warning[] = [];
  const root = join(stateFolder, "runs");
  for (const folder of foldersOf(root, host, scope, remotes)) {
    for (const { name } of host.files.list(join(root, folder)) ?? []) {
      if (!name.endsWith(".jsonl")) continue;
      const journal = join(root, folder, name);
      try {
        const { state, problem } = await readRunState(journal, host);
        if (problem) warnings.push({ kind: "unreadable", path: journal, detail: problem });
        if (state) runs.push(believed(state, host));
      } catch (error) {
        warnings.push({ kind: "unreadable", path: journal, detail: (error as Error).message });
      }
    }
  }
  return { runs: runs.sort((a, b) => (a.startedAt < b.startedAt ? 1 : -1)), warnings };
}

function foldersOf(
  root: string,
  host: Host,
  scope: RunScope | undefined,
  remotes: ReadonlySet<string>,
): string[] {
  if (scope && (scope.kind !== "workspace" || remotes.size === 0)) return [scopeFolder(scope)];
  const all = (host.files.list(root) ?? []).flatMap(({ name, kind }) => (kind === "folder" ? [name] : []));
  if (!scope) return all;
  const own = scopeFolder(scope);
  return all.filter((name) => name === own || isOfRepository(name, remotes));
}

/** Whether going on with it is worth offering: it stopped for a reason that may be over. */
export function isOffered(run: RunState): boolean {
  if (run.thread === null) return false;
  if (run.status === "interrupted" || run.status === "cancelled") return true;
  if (run.status !== "failed") return false;
  return ["transport", "server", "limit", "authentication", "busy"].includes(run.failure?.kind ?? "");
}

function believed(run: RunState, host: Host): RunState {
  const status = believedStatus(run, (process) => isSameProcessAlive(process, host.processes));
  return status === run.status ? run : { ...run, status };
}
