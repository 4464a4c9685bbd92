import { join } from "node:path";
import type { RunScope, RunState, Warning } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { FoundRuns } from "../find-runs.ts";
import { readRun, type Wanted } from "./read-run.ts";
import { remoteRepositories } from "./remote-repository.ts";

interface FrankieQuery {
  readonly scope: RunScope | undefined;
  /** Of the repository one is in, as `host/owner/repository`. */
  readonly remotes: ReadonlySet<string>;
}

/**
 * The runs of frankie, or those of one pull request, or of a workspace whose repository they are about.
 * Read only, from `${XDG_STATE_HOME:-~/.local/state}/frankie/codex-transcripts`.
 */
export async function findFrankieRuns(host: Host, query: FrankieQuery): Promise<FoundRuns> {
  const runs: RunState[] = [];
  const warnings: Warning[] = [];
  const folder = folderOf(host);
  const warn = (path: string, detail: string) => warnings.push({ kind: "unreadable", path, detail });
  for (const name of namesIn(folder, host, warn)) {
    const path = join(folder, name);
    try {
      const { run, problem } = await readRun(path, host, wantedBy(query));
      if (problem !== null) warn(path, problem);
      if (run) runs.push(run);
    } catch (error) {
      warn(path, (error as Error).message);
    }
  }
  return { runs, warnings };
}

function folderOf({ env, homeFolder }: Host): string {
  const state = env.XDG_STATE_HOME || join(homeFolder, ".local", "state");
  return join(state, "frankie", "codex-transcripts");
}

/** A sidecar without a transcript is a run too, and so is a transcript without a sidecar. */
function namesIn(folder: string, host: Host, warn: (path: string, detail: string) => void): Set<string> {
  try {
    const entries = host.files.list(folder) ?? [];
    return new Set(
      entries.flatMap(({ name, kind }) => {
        const stem = name.replace(/\.(?:jsonl|session\.json)$/, "");
        return kind === "folder" || stem === name || stem === "" ? [] : [stem];
      }),
    );
  } catch (error) {
    warn(folder, (error as Error).message);
    return new Set();
  }
}

function wantedBy({ scope, remotes }: FrankieQuery): Wanted {
  const repositories = remoteRepositories(remotes);
  if (!scope) return { repositories, has: () => true };
  if (scope.kind === "workspace") return { repositories, has: (_, isOfRepositories) => isOfRepositories };
  if (scope.kind !== "pull-request") return { repositories, has: () => false };
  return {
    repositories: [scope],
    has: ({ number }, isOfRepositories) => isOfRepositories && number === scope.number,
  };
}
