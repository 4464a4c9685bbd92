// Draws the review screen in a process of its own and prints how long that took: the first time, and for changes of the filter.
import { performance } from "node:perf_hooks";
import { allComments, type FetchedComments, type ReviewComment, type Timestamp } from "@reprise/model";
import { makeTheme } from "../../packages/tui/src/kernel/theme.ts";
import { begin, reviewScreen } from "../../packages/tui/src/screens/review/index.ts";
import type { World } from "../../packages/tui/src/world.ts";

const [count = "2000"] = process.argv.slice(2);
const size = { columns: 160, rows: 48 };
const theme = makeTheme({ hasColor: true });
const changes = 60;

const sentence = "This rounds twice: once here, and once more where the total is made. 価格は一度だけ丸める。 ";
const hunk = `@@ -1,40 +1,44 @@\n${" const price = round(amount);\n-old\n+new\n".repeat(15)}`;

function commentAt(index: number): ReviewComment {
  return {
    id: index + 1,
    author: `reviewer-${index % 17}`,
    filePath: `src/part-${index % 90}/file.ts`,
    lineNumber: index % 400,
    originalLineNumber: index % 400,
    body: sentence.repeat(1 + (index % 12)),
    diffHunk: hunk,
    commitSha: `c${index % 40}`,
    resolved: index % 3 === 0,
    inReplyToId: index % 5 === 4 ? index : null,
    createdAt: "2026-11-17T12:00:00.000Z" as Timestamp,
  };
}

const fetched: FetchedComments = {
  pullRequest: null,
  problems: [],
  resolutionProblem: null,
  fetchedAt: "2026-11-17T12:00:00.000Z" as Timestamp,
  comments: Array.from({ length: Number(count) }, (_, index) => commentAt(index)),
};
const target = {
  pullRequest: null,
  commentsFile: "/comments.jsonl",
  checkout: { folder: "/work", head: null, isOfPullRequest: null },
};
const route = { target, filter: allComments, agent: "codex", settings: {}, isForced: false } as const;
let { state } = begin(route, { isDemo: false, traits: [] } as unknown as World);

function timed(act: () => void): number {
  const startedAt = performance.now();
  act();
  return performance.now() - startedAt;
}

const firstMs = timed(() => {
  state = reviewScreen.update(state, { type: "fetched", request: 1, fetched }, size).state;
  reviewScreen.view(state, size, theme);
});
const filterMs = Array.from({ length: changes }, () =>
  timed(() => {
    state = reviewScreen.update(state, { type: "key", key: "f", text: "f" }, size).state;
    reviewScreen.view(state, size, theme);
  }),
).toSorted((a, b) => a - b);
process.stdout.write(
  JSON.stringify({ firstMs, filterMs: filterMs[Math.floor(changes * 0.95)], slowestMs: filterMs.at(-1) }),
);
