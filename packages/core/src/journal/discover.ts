import { join } from "node:path";
import type { RunScope, RunState, Warning } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { isSameProcessAlive } from "../host/identity.ts";
import { readRunState } from "./journal.ts";
import { scopeFolder } from "./name.ts";
import { believedStatus } from "./state.ts";

export interface FoundRuns {
  /** Newest first; `status` is what can be believed now. */
  readonly runs: readonly RunState[];
  readonly warnings: readonly Warning[];
}

/** Every run that was ever journalled, or those of one scope. A run whose sidecar is gone or cannot be read is found by its journal. */
export async function findRuns(stateFolder: string, host: Host, scope?: RunScope): Promise<FoundRuns> {
  const runs: RunState[] = [];
  const warnings: Warning[] = [];
  const root = join(stateFolder, "runs");
  const folders = scope
    ? [scopeFolder(scope)]
    : (host.files.list(root) ?? []).flatMap(({ name, kind }) => (kind === "folder" ? [name] : []));
  for (const folder of folders) {
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
