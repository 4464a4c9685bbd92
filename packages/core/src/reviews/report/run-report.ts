import type { Runner } from "@reprise/model";
import {
  type ReviewComment,
  type ReviewReport,
  type ReviewTarget,
  type RunChange,
  type RunId,
  type RunState,
  reviewReport,
  reviewScope,
  SessionError,
} from "@reprise/model";
import type { Host } from "../../host/host.ts";
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
  const found = await latestRun(target, run, runner);
  if (found === null) return reviewReport({ pullRequest, comments, run: null, journal: null, changes: [] });
  const changes = await changesOf(found, target.checkout.folder, host);
  return reviewReport({ pullRequest, comments, run: found.run, journal: found.journal, changes });
}

async function latestRun(
  target: ReviewTarget,
  run: RunId | undefined,
  runner: Runner,
): Promise<RunState | null> {
  const runs = await runner.runs(reviewScope(target));
  if (run === undefined) return runs[0] ?? null;
  const named = runs.find((one) => one.run === run);
  if (named) return named;
  throw new SessionError("not-found", `There is no run ${run} about this review.`);
}

/** By the recorded edits, and by git: commands change files too, and what was undone again is no change. */
async function changesOf(run: RunState, folder: string, host: Host): Promise<readonly RunChange[]> {
  const workspace = run.workspace ?? folder;
  const edited = new EditedFiles(repositoryOf(workspace, host.files)?.roots[0] ?? workspace);
  const spans = new WorkedSpans();
  for await (const record of readJournal(run.journal, host).records) {
    spans.see(record);
    if (record.type === "item-completed" && record.body?.kind === "edit" && record.body.status !== "declined")
      edited.see(record.body.changes);
  }
  const git = await gitChanges(spans.all, host);
  return joined(edited.changes, git);
}

function joined(edits: readonly RunChange[], git: GitChanges): readonly RunChange[] {
  const byPath = new Map(git.changes.map((change) => [change.path, change]));
  const kept = edits.filter(({ path, from }) => from !== null || !git.isUnchanged(path));
  const own = kept.map((edit) => {
    const seen = byPath.get(edit.path);
    // Git shows what it came to; a move only the edit shows.
    return seen && seen.added !== null && edit.from === null ? { ...seen, isByEdit: true } : edit;
  });
  const named = new Set(kept.flatMap(({ path, from }) => [path, from]));
  return [...own, ...git.changes.filter(({ path }) => !named.has(path))];
}
