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
import { EditedFiles } from "./edited-files.ts";

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

async function changesOf(run: RunState, folder: string, host: Host): Promise<readonly RunChange[]> {
  const workspace = run.workspace ?? folder;
  const edited = new EditedFiles(repositoryOf(workspace, host.files)?.roots[0] ?? workspace);
  for await (const record of readJournal(run.journal, host).records)
    if (record.type === "item-completed" && record.body?.kind === "edit" && record.body.status !== "declined")
      edited.see(record.body.changes);
  return edited.changes;
}
