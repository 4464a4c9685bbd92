import { count, type FetchedComments, inOrder, type PullRequest, type ReviewComment } from "@reprise/model";
import type { Host } from "../host/host.ts";
import { commentOf } from "./github/comment.ts";
import type { GitHub } from "./github/github.ts";
import { allPages } from "./github/pages.ts";
import { readPull } from "./github/pull.ts";
import { readThreads, type Threads } from "./github/threads.ts";

/** What the server has: comments of all pages, whether their threads are resolved, and the pull request itself. */
export async function fetchComments(
  pull: PullRequest,
  checkout: string,
  { github, host }: { readonly github: GitHub; readonly host: Host },
): Promise<FetchedComments> {
  const access = await github.access(pull, checkout);
  const path = `${access.path}/pulls/${access.number}/comments?per_page=100`;
  const [listed, threads, state] = await Promise.all([
    allPages(github, access, path),
    readThreads(github, access),
    readPull(github, access).catch((error: unknown) => ({ problem: (error as Error).message })),
  ]);
  const read = listed.map(commentOf);
  // A comment may move to the next page while they are read.
  const distinct = new Map(read.flatMap((comment) => (comment === null ? [] : [[comment.id, comment]])));
  const unread = read.filter((comment) => comment === null).length;
  const problems = [
    ...(unread === 0 ? [] : [`${count(unread, "comment")} without an id: left out.`]),
    ...("problem" in state ? [`The title and the state of the pull request are unknown: ${state.problem}`] : []),
  ];
  const { repositories: _, ...known } = "problem" in state ? { ...pull, repositories: [] } : state;
  return {
    pullRequest: { ...pull, ...known },
    ...withThreads(inOrder([...distinct.values()]), threads),
    fetchedAt: host.now(),
    problems,
  };
}

function withThreads(
  comments: readonly ReviewComment[],
  threads: Threads,
): Pick<FetchedComments, "comments" | "resolutionProblem"> {
  if (!threads.isKnown) return { comments: [...comments], resolutionProblem: threads.problem };
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const roots = new Map<number, number>();
  const told = comments.map((comment) => ({
    ...comment,
    resolved: threads.resolved.get(rootOf(comment, byId, roots)) ?? null,
  }));
  const unknownCount = told.filter(({ resolved }) => resolved === null).length;
  const resolutionProblem =
    unknownCount === 0 ? null : `The server names no thread of ${count(unknownCount, "comment")}.`;
  return { comments: told, resolutionProblem };
}

/** The first comment of its thread. `roots`: those found so far, so that no chain is followed twice. */
function rootOf(
  { id, inReplyToId }: ReviewComment,
  byId: ReadonlyMap<number, ReviewComment>,
  roots: Map<number, number>,
): number {
  const seen = new Set([id]);
  let root = id;
  for (let to = inReplyToId; to !== null && !seen.has(to); to = byId.get(to)?.inReplyToId ?? null) {
    seen.add(to);
    root = roots.get(to) ?? to;
    if (roots.has(to)) break;
  }
  for (const one of seen) roots.set(one, root);
  return root;
}
