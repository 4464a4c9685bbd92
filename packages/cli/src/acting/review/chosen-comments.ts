import {
  type FetchedComments,
  filtered,
  filterLabel,
  type ReviewComment,
  type ReviewFilter,
  type ReviewTarget,
  SessionError,
  usualComments,
} from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { warningText } from "../../print/error-text.ts";
import { reviewFilter } from "./review-filter.ts";

export interface ChosenComments {
  readonly target: ReviewTarget;
  readonly label: string;
  readonly comments: readonly ReviewComment[];
  readonly totalCount: number;
}

/** The comments that the filter leaves. Throws `not-found` for a reviewer or a file without any. */
export async function chooseComments(job: Job, target: ReviewTarget): Promise<ChosenComments> {
  const reviews = await job.reviews();
  const fetched = await reviews.comments(target);
  await warn(job, target, fetched);
  const filter = reviewFilter(job, target, job.values.run ? usualComments.state : "all");
  checkNames(filter, fetched.comments);
  const commits = filter.range === null ? null : await reviews.commits(target, filter.range);
  return {
    target: { ...target, pullRequest: fetched.pullRequest ?? target.pullRequest },
    label: filterLabel(filter, fetched.resolutionProblem === null),
    comments: filtered(fetched.comments, filter, commits),
    totalCount: fetched.comments.length,
  };
}

async function warn(
  { values, stderr }: Job,
  { commentsFile, pullRequest }: ReviewTarget,
  { problems, resolutionProblem }: FetchedComments,
): Promise<void> {
  const path = commentsFile ?? pullRequest?.url ?? "comments";
  const unknown = resolutionProblem === null ? [] : [`Resolved threads are not known: ${resolutionProblem}`];
  for (const detail of [...problems, ...(commentsFile === null ? unknown : [])])
    await stderr.write(warningText({ kind: "unreadable", path, detail }, { asJson: values.json }));
}

function checkNames({ reviewer, file }: ReviewFilter, comments: readonly ReviewComment[]): void {
  const [authors, files] = [namesOf(comments, "author"), namesOf(comments, "filePath")];
  const isBy = (author: string) => author.toLowerCase() === reviewer?.toLowerCase();
  if (reviewer !== null && !authors.some(isBy)) throw missing(`No comment is by ${reviewer}.`, "Reviewers:", authors);
  if (file !== null && !files.includes(file)) throw missing(`No comment is on ${file}.`, "Files with comments:", files);
}

function missing(problem: string, head: string, candidates: readonly string[]): SessionError {
  const rest = candidates.length === 0 ? "There are no comments yet." : head;
  return new SessionError("not-found", `${problem} ${rest}`, { candidates });
}

function namesOf(comments: readonly ReviewComment[], field: "author" | "filePath"): string[] {
  const names = comments.map((comment) => comment[field]).filter((name) => name !== null);
  return [...new Set(names)].sort();
}
