import type { Runner } from "@reprise/model";
import {
  type ReviewComment,
  type ReviewReport,
  type ReviewTarget,
  type RunChange,
  type RunId,
  type RunScope,
  type RunState,
  reviewReport,
  reviewScope,
  SessionError,
  sessionIdOf,
} from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { scopeFolder } from "../../journal/journal-name.ts";
import { readJournal } from "../../journal/read-journal.ts";
import { repositoryOf } from "../../workspace/repository.ts";
import { type GitChanges, gitChanges } from "./changed-files.ts";
import { EditedFiles } from "./edited-files.ts";
import { WorkedSpans } from "./worked-spans.ts";

interface Wanted {
  readonly target: ReviewTarget;
  readonly comments: readonly ReviewComment[];
  readonly run: RunId | undefined;
}

/** Starts nothing, and asks no server. */
export async function runReport(
  { target, comments, run }: Wanted,
  { host, runner }: { readonly host: Host; readonly runner: Runner },
): Promise<ReviewReport> {
  const { pullRequest } = target;
  const runs = await runner.runs(reviewScope(target));
  const found = run === undefined ? (runs[0] ?? null) : await namedRun(run, { target, runs, runner });
  if (found === null)
    return reviewReport({
      pullRequest,
      comments,
      run: null,
      journal: null,
      changes: [],
      isWhole: true,
    });
  const seen = await changesOf(withEarlier(found, runs), target.checkout.folder, host);
  return reviewReport({ pullRequest, comments, run: found.run, journal: found.journal, ...seen });
}

/** One that continues a run of frankie's may be kept under the host without its port: remotes are compared without them. */
async function namedRun(
  run: RunId,
  {
    target,
    runs,
    runner,
  }: { readonly target: ReviewTarget; readonly runs: readonly RunState[]; readonly runner: Runner },
): Promise<RunState> {
  const named = runs.find((one) => one.run === run) ?? (await runner.runs()).find((one) => one.run === run);
  if (named && isAbout(named.scope, reviewScope(target))) return named;
  throw new SessionError("not-found", `There is no run ${run} about this review.`);
}

function isAbout(scope: RunScope, wanted: RunScope): boolean {
  return scopeFolder(withoutPort(scope)) === scopeFolder(withoutPort(wanted));
}

function withoutPort(scope: RunScope): RunScope {
  return scope.kind === "pull-request" ? { ...scope, host: scope.host.replace(/:\d+$/, "") } : scope;
}

/** The runs it continues in a new thread, the first one first, and itself. */
function withEarlier(run: RunState, runs: readonly RunState[]): readonly [RunState, ...RunState[]] {
  const { lineage } = run;
  const others = runs.filter((one) => one !== run);
  const before = others.find(
    ({ agent, thread }) => lineage !== null && thread !== null && sessionIdOf(agent, thread) === lineage.session,
  );
  return before === undefined ? [run] : ([...withEarlier(before, others), run] as [RunState, ...RunState[]]);
}

/** By the recorded edits, and by git: commands change files too, and what was undone again is no change. */
async function changesOf(
  runs: readonly [RunState, ...RunState[]],
  folder: string,
  host: Host,
): Promise<{ readonly changes: readonly RunChange[]; readonly isWhole: boolean }> {
  const workspace = runs[0].workspace ?? folder;
  const edited = new EditedFiles(repositoryOf(workspace, host.files)?.roots[0] ?? workspace);
  const spans = new WorkedSpans();
  for (const { journal } of runs)
    for await (const record of readJournal(journal, host).records) {
      spans.see(record);
      if (record.type === "item-completed" && record.body?.kind === "edit" && record.body.status !== "declined")
        edited.see(record.body.changes);
    }
  const git = await gitChanges(spans.all, host);
  return { changes: joined(edited.changes, git), isWhole: git.isWhole };
}

function joined(edits: readonly RunChange[], git: GitChanges): readonly RunChange[] {
  const byPath = new Map(git.changes.map((change) => [change.path, change]));
  // What was edited before it was moved is part of the move.
  const moved = new Set(git.changes.map(({ from }) => from));
  const kept = edits.filter(({ path, from }) => from !== null || (!git.isUnchanged(path) && !moved.has(path)));
  const own = kept.map((edit) => {
    const seen = byPath.get(edit.path);
    // Git shows what it came to; a move only the edit shows.
    return seen && seen.added !== null && edit.from === null ? { ...seen, isByEdit: true } : edit;
  });
  const named = new Set(kept.flatMap(({ path, from }) => [path, from]));
  return [...own, ...git.changes.filter(({ path }) => !named.has(path))];
}
