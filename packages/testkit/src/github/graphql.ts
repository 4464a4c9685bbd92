import type { GitHubAnswer, LoopbackGitHub } from "./github.ts";
import type { GitHubPull } from "./pull.ts";

interface Server extends Pick<LoopbackGitHub, "pageSize" | "hasLongIds"> {
  readonly pulls: readonly GitHubPull[];
}

interface Asked {
  readonly query: string;
  readonly variables: { owner: string; name: string; number: number; after: string | null };
}

/** Answers only the query for review threads. */
export function answerGraphql(body: string, server: Server, isKnown: boolean): GitHubAnswer {
  if (!isKnown) return { status: 401, body: { message: "This endpoint requires you to be authenticated." } };
  const { query, variables } = JSON.parse(body) as Asked;
  if (!server.hasLongIds && query.includes("fullDatabaseId"))
    return failed("Field 'fullDatabaseId' doesn't exist on type 'PullRequestReviewComment'");
  const { owner, name, number, after } = variables;
  const pull = server.pulls.find(
    (one) =>
      `${one.owner}/${one.repository}`.toLowerCase() === `${owner}/${name}`.toLowerCase() && one.number === number,
  );
  if (!pull) return failed(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
  const threads = pull.comments.filter(({ replyTo }) => replyTo == null);
  const from = after === null ? 0 : Number(after);
  const to = from + server.pageSize;
  const nodes = threads.slice(from, to).map(({ id }) => ({
    isResolved: pull.resolved.has(id),
    comments: {
      nodes: [
        {
          databaseId: id < 2 ** 31 ? id : null,
          ...(server.hasLongIds ? { fullDatabaseId: String(id) } : {}),
        },
      ],
    },
  }));
  const pageInfo = { hasNextPage: to < threads.length, endCursor: String(to) };
  return {
    status: 200,
    body: { data: { repository: { pullRequest: { reviewThreads: { pageInfo, nodes } } } } },
  };
}

function failed(message: string): GitHubAnswer {
  return { status: 200, body: { data: null, errors: [{ message }] } };
}
