import { quoted } from "./front-matter.ts";

interface NewProgress {
  readonly goal: string;
  readonly gitCommit: string | null;
  readonly gitBranch: string | null;
}

/** The progress file of a project that has not started. */
export function newProgressFile({ goal, gitCommit, gitBranch }: NewProgress): string {
  return `---
status: initial
finite_incantatem: false
short_title: ""
git_commit: ${quoted(gitCommit ?? "")}
git_branch: ${quoted(gitBranch ?? "")}
---

# Overall Goal

${goal}

## In Progress

## Todo

## Done
`;
}
