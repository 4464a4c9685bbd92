import type { GitHubAnswer, GitHubRequest, LoopbackGitHub } from "./github.ts";
import { type GitHubPull, restComment, restPull } from "./pull.ts";

interface Server extends Pick<LoopbackGitHub, "origin" | "pageSize"> {
  readonly pulls: readonly GitHubPull[];
}

const notFound: GitHubAnswer = { status: 404, body: { message: "Not Found" } };

/** `isKnown`: the request has a token. */
export function answerRest(
  { method, path, headers, body }: GitHubRequest,
  server: Server,
  isKnown: boolean,
): GitHubAnswer {
  const url = new URL(path, server.origin);
  const [, owner = "", repository = "", rest = ""] =
    /^\/api\/v3\/repos\/([^/]+)\/([^/]+)\/(.+)$/.exec(url.pathname) ?? [];
  const own = server.pulls.filter(
    (pull) => isSame(pull.owner, owner) && isSame(pull.repository, repository) && (isKnown || !pull.isPrivate),
  );
  const found = (number: string | undefined) => own.find((pull) => pull.number === Number(number));
  const [, number, what, id] = /^pulls\/(\d+)(?:\/(comments)(?:\/(\d+)\/replies)?)?$/.exec(rest) ?? [];
  const pull = found(number);
  if (pull && method === "POST" && id !== undefined)
    return isKnown
      ? reply(pull, Number(id), body, server)
      : { status: 401, body: { message: "Requires authentication" } };
  if (method !== "GET") return notFound;
  if (pull && what === "comments")
    return listed(
      pull.comments.map((comment) => restComment(comment, pull, server.origin)),
      url,
      server,
    );
  if (pull && headers.accept?.includes("diff")) return { status: 200, body: pull.diff };
  if (pull) return { status: 200, body: restPull(pull) };
  const comment = /^pulls\/comments\/(\d+)$/.exec(rest)?.[1];
  if (comment !== undefined) return oneComment(own, Number(comment), server);
  const compared = /^compare\/([^/]+)\.\.\.([^/]+)$/.exec(rest);
  return compared ? compare(own, compared.slice(1).map(decodeURIComponent), url, server) : notFound;
}

function listed(values: readonly object[], url: URL, server: Server): GitHubAnswer {
  const { page, link } = pageOf(values, url, server);
  return { status: 200, headers: link, body: page };
}

function pageOf<Value>(values: readonly Value[], url: URL, { origin, pageSize }: Server) {
  const size = Math.min(Number(url.searchParams.get("per_page") ?? 30), 100, pageSize);
  const number = Number(url.searchParams.get("page") ?? 1);
  const last = Math.max(1, Math.ceil(values.length / size));
  const to = (page: number) => {
    const address = new URL(`${origin}${url.pathname}${url.search}`);
    address.searchParams.set("page", String(page));
    return address.href;
  };
  const link: Record<string, string> =
    number < last ? { link: `<${to(number + 1)}>; rel="next", <${to(last)}>; rel="last"` } : {};
  return { page: values.slice((number - 1) * size, number * size), link };
}

function reply(pull: GitHubPull, to: number, body: string, { origin }: Server): GitHubAnswer {
  const first = pull.comments.find(({ id }) => id === to);
  if (!first) return notFound;
  if (first.replyTo != null) return { status: 422, body: { message: "Replies to replies are not supported." } };
  const { body: said } = JSON.parse(body) as { body: string };
  const id = Math.max(...pull.comments.map((comment) => comment.id)) + 1;
  const comment = { ...first, id, author: "me", body: said, replyTo: to };
  pull.comments.push(comment);
  return { status: 201, body: restComment(comment, pull, origin) };
}

function oneComment(pulls: readonly GitHubPull[], id: number, { origin }: Server): GitHubAnswer {
  for (const pull of pulls) {
    const comment = pull.comments.find((one) => one.id === id);
    if (comment) return { status: 200, body: restComment(comment, pull, origin) };
  }
  return notFound;
}

function compare(
  pulls: readonly GitHubPull[],
  [from = "", to = ""]: readonly string[],
  url: URL,
  server: Server,
): GitHubAnswer {
  for (const { commits } of pulls) {
    const [start, end] = [from, to].map((name) => commits.findIndex((sha) => sha.startsWith(name)));
    if (start === undefined || end === undefined || start < 0 || end < 0) continue;
    const { page, link } = pageOf(commits.slice(start + 1, end + 1), url, server);
    return { status: 200, headers: link, body: { commits: page.map((sha) => ({ sha })) } };
  }
  return notFound;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
