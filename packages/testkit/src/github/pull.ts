/** A review comment, as a test gives it. */
export interface GitHubComment {
  readonly id: number;
  readonly author?: string | null;
  readonly path?: string | null;
  readonly line?: number | null;
  readonly originalLine?: number | null;
  readonly body?: string | null;
  readonly diffHunk?: string | null;
  readonly commit?: string | null;
  readonly replyTo?: number | null;
  readonly createdAt?: string | null;
}

/** A pull request on the server. Tests change it between requests. */
export interface GitHubPull {
  readonly owner: string;
  readonly repository: string;
  readonly number: number;
  title: string;
  author: string;
  state: "open" | "closed" | "merged";
  headSha: string;
  /** `owner/repository` where its commits are. */
  headRepository: string;
  comments: GitHubComment[];
  /** Ids of first comments whose threads are resolved. */
  resolved: Set<number>;
  commits: string[];
  diff: string;
  isPrivate: boolean;
}

export function pullOf(given: Partial<GitHubPull> & Pick<GitHubPull, "owner" | "repository" | "number">): GitHubPull {
  return {
    title: "Make it better",
    author: "octocat",
    state: "open",
    headSha: "c0ffee0000000000000000000000000000000000",
    headRepository: `${given.owner}/${given.repository}`,
    comments: [],
    resolved: new Set(),
    commits: [],
    diff: "",
    isPrivate: false,
    ...given,
  };
}

/** As the REST interface shows a comment. */
export function restComment(comment: GitHubComment, pull: GitHubPull, origin: string): object {
  const { owner, repository, number } = pull;
  const place = `${origin}/api/v3/repos/${owner}/${repository}/pulls`;
  return {
    url: `${place}/comments/${comment.id}`,
    pull_request_url: `${place}/${number}`,
    id: comment.id,
    node_id: `PRRC_${comment.id}`,
    user: comment.author === null ? null : { login: comment.author ?? "alice" },
    path: comment.path === undefined ? "src/a.ts" : comment.path,
    line: comment.line ?? null,
    original_line: comment.originalLine ?? comment.line ?? null,
    body: comment.body === undefined ? "Please fix." : comment.body,
    diff_hunk: comment.diffHunk === undefined ? "@@ -1 +1 @@\n-a\n+b" : comment.diffHunk,
    commit_id: comment.commit === undefined ? pull.headSha : comment.commit,
    created_at: comment.createdAt === undefined ? "2026-02-15T10:32:00Z" : comment.createdAt,
    updated_at: "2026-02-15T10:32:00Z",
    ...(comment.replyTo == null ? {} : { in_reply_to_id: comment.replyTo }),
  };
}

export function restPull(pull: GitHubPull): object {
  const { owner, repository, number, title, author, state, headSha, headRepository } = pull;
  return {
    number,
    title,
    state: state === "open" ? "open" : "closed",
    merged: state === "merged",
    merged_at: state === "merged" ? "2026-02-16T00:00:00Z" : null,
    user: { login: author },
    head: { sha: headSha, repo: { full_name: headRepository } },
    base: { sha: "ba5e", repo: { full_name: `${owner}/${repository}` } },
  };
}
