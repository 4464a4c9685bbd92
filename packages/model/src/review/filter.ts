import type { ReviewComment, ReviewFilter } from "../reviews.ts";

/** The comments to show. `commits` are those of the filter's range. */
export function filtered(
  comments: readonly ReviewComment[],
  filter: ReviewFilter,
  commits: readonly string[] | null,
): readonly ReviewComment[] {
  const reviewer = filter.reviewer?.toLowerCase();
  const made = commits === null ? null : new Set(commits);
  return comments.filter(
    ({ resolved, filePath, author, commitSha }) =>
      (filter.state === "all" || resolved !== true) &&
      (filter.file === null || filePath === filter.file) &&
      (reviewer === undefined || author?.toLowerCase() === reviewer) &&
      (made === null || (commitSha !== null && made.has(commitSha))),
  );
}

/** `All`, or `Unresolved · src/a.ts · alice · A..B`. */
export function filterLabel({ state, file, reviewer, range }: ReviewFilter, isResolutionKnown: boolean): string {
  const unresolved = isResolutionKnown ? "Unresolved" : "Unresolved or unknown";
  const parts = [state === "unresolved" ? unresolved : null, file, reviewer, range].filter((part) => part !== null);
  return parts.length === 0 ? "All" : parts.join(" · ");
}
