import { type PullRequest, type ReviewTarget, SessionError, tryParseJson } from "@reprise/model";
import { fieldOf, listOf, textOf } from "../agents/foreign.ts";
import { commitsIn } from "../host/git/commits-in.ts";
import type { Host } from "../host/host.ts";
import { refCommit } from "../workspace/git-head.ts";
import { repositoryOf } from "../workspace/repository.ts";
import { type Access, type GitHub, isOfApi } from "./github/github.ts";
import { notGitHub } from "./github/refusal.ts";

const mostPages = 100;

/** From the checkout, if it has both ends; else from the server. */
export async function commitsOf(
  { pullRequest, checkout }: ReviewTarget,
  range: string,
  { github, host }: { readonly github: GitHub; readonly host: Host },
): Promise<readonly string[]> {
  const [, from, to] = /^([^\s.]\S*?)\.\.([^\s.]\S*)$/.exec(range.trim()) ?? [];
  if (from === undefined || to === undefined || [from, to].some((end) => !isRevision(end)))
    throw new SessionError("bad-use", `“${range}” is no range of commits. Write it as A..B, such as 1a2b3c4..HEAD.`);
  const own = inCheckout(checkout.folder, from, to, host);
  if (own !== null) return own;
  if (pullRequest === null)
    throw new SessionError("not-found", `${checkout.folder} does not have both ends of ${range}.`);
  return onServer(pullRequest, checkout.folder, [from, to], github);
}

/** No option, and nothing that means more than one commit. */
function isRevision(text: string): boolean {
  return text.length <= 200 && /^\w(?:[\w./+@-]*[\w/+@-])?$/.test(text) && !text.includes("..") && !text.includes("@{");
}

function inCheckout(folder: string, from: string, to: string, host: Host): readonly string[] | null {
  const repository = repositoryOf(folder, host.files);
  const [root] = repository?.roots ?? [];
  if (!repository || root === undefined) return null;
  const commit = (end: string) => refCommit(root, end, host.files) ?? (/^[0-9a-f]{4,64}$/i.test(end) ? end : null);
  const [start, last] = [commit(from), commit(to)];
  if (start === null || last === null) return null;
  return commitsIn(repository.gitFolder, { from: start, to: last }, host.env);
}

async function onServer(
  pull: PullRequest,
  folder: string,
  [from, to]: readonly [string, string],
  github: GitHub,
): Promise<readonly string[]> {
  const access = {
    ...(await github.access(pull, folder)),
    what: `${from}..${to} in ${pull.owner}/${pull.repository}`,
  };
  const commits: string[] = [];
  let address: string | null =
    `${access.path}/compare/${encodeURIComponent(from)}...${encodeURIComponent(to)}?per_page=100`;
  for (let page = 0; address !== null; page += 1) {
    if (page === mostPages) throw notGitHub(access.api.host, "its pages do not end");
    const { text, next } = await github.page(access, address);
    for (const commit of listOf(fieldOf(tryParseJson(text), "commits"))) {
      const sha = textOf(fieldOf(commit, "sha"));
      if (sha !== null) commits.push(sha);
    }
    address = checkedNext(access, next);
  }
  return commits;
}

function checkedNext({ api }: Access, next: string | null): string | null {
  if (next === null || (URL.canParse(next) && isOfApi(api, new URL(next)))) return next;
  throw notGitHub(api.host, "the next page is on another server");
}
