import type { CommentReport, PullRequest, ReviewChange, ReviewComment, ReviewReport } from "../reviews.ts";
import type { RunId } from "../run.ts";
import { replyDraft } from "./reply-draft.ts";

/** What a run changed in one file. */
export interface RunChange extends ReviewChange {
  /** Its name before the run; null: the same. */
  readonly from: string | null;
  /** The lines that were changed, in the file as it was before. */
  readonly was: ReviewChange["lines"];
}

interface RunFacts {
  readonly pullRequest: PullRequest | null;
  readonly run: RunId | null;
  readonly journal: string | null;
  readonly comments: readonly ReviewComment[];
  readonly changes: readonly RunChange[];
  /** Whether what commands changed is known too. */
  readonly isWhole: boolean;
}

/** A change this near is taken to be about the comment. */
const nearLines = 3;

/** What was changed for each comment, by the changes alone. */
export function reviewReport({ pullRequest, run, journal, comments, changes, isWhole }: RunFacts): ReviewReport {
  const commented = new Set(comments.map(({ filePath }) => filePath));
  const isCommented = (change: RunChange) => commented.has(change.path) || commented.has(change.from);
  return {
    pullRequest,
    run,
    journal,
    comments: comments.map((comment) => reportOf(comment, changes, isWhole)),
    others: changes.filter((change) => !isCommented(change)).map(shown),
  };
}

function reportOf(comment: ReviewComment, changes: readonly RunChange[], isWhole: boolean): CommentReport {
  const { filePath } = comment;
  const own = changes.filter(({ path, from }) => filePath !== null && (path === filePath || from === filePath));
  const outcome = outcomeOf(comment, own, isWhole);
  return { comment, outcome, changes: own.map(shown), draft: replyDraft(outcome, own, changes, comment) };
}

function outcomeOf(
  { filePath, lineNumber, originalLineNumber }: ReviewComment,
  own: readonly RunChange[],
  isWhole: boolean,
): CommentReport["outcome"] {
  if (filePath === null) return "unknown";
  if (own.length === 0) return isWhole ? "unchanged" : "unknown";
  const isAboutFile = lineNumber === null && originalLineNumber === null;
  if (isAboutFile || own.some(({ kind }) => kind === "delete")) return "changed";
  const isNear = (line: number) =>
    own.some(({ was }) => was.some(({ start, end }) => line >= start - nearLines && line <= end + nearLines));
  return lineNumber !== null && isNear(lineNumber) ? "changed" : "elsewhere";
}

function shown({ from: _from, was: _was, ...change }: RunChange): ReviewChange {
  return change;
}
