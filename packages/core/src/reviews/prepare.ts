import {
  count,
  grouped,
  type PullRequest,
  type ReviewRunWish,
  type RunWish,
  reviewPrompt,
  reviewScope,
  SessionError,
} from "@reprise/model";
import type { Host } from "../host/host.ts";
import { checkoutAt, isOf, remoteWords } from "./find/checkout.ts";
import { remotesAt } from "./find/remotes.ts";
import type { GitHub } from "./github/github.ts";
import { readPull } from "./github/pull.ts";

/** Codex takes 1,048,576 characters, and a resume may add a recap of unfinished work. */
const mostCharacters = 1_000_000;

export async function prepareRun(
  wish: ReviewRunWish,
  { github, host }: { readonly github: GitHub; readonly host: Host },
): Promise<RunWish> {
  const { target, comments, agent, settings, canAnswer, isResumed, isForced } = wish;
  const { pullRequest } = target;
  if (comments.length === 0) throw new SessionError("bad-use", "No comment is left to work on. Choose another filter.");
  const prompt = reviewPrompt(pullRequest, comments, { isResumed });
  if (prompt.length > mostCharacters)
    throw new SessionError(
      "bad-use",
      `${count(comments.length, "comment")} make a prompt of ${grouped(prompt.length)} characters; an agent takes ${grouped(mostCharacters)}. Filter the comments.`,
    );
  const checkout = checkoutAt(target.checkout.folder, pullRequest, host);
  if (pullRequest !== null && checkout.isOfPullRequest !== true && !isForced)
    await checkRepository(pullRequest, checkout.folder, { github, host });
  return {
    agent,
    settings,
    prompt,
    canAnswer,
    cwd: checkout.folder,
    scope: reviewScope({ ...target, checkout }),
  };
}

/** A fork counts if its server says that the commits of the pull request are there. */
async function checkRepository(
  pull: PullRequest,
  folder: string,
  { github, host }: { readonly github: GitHub; readonly host: Host },
): Promise<void> {
  const remotes = remotesAt(folder, host.files);
  const related = remotes.length === 0 ? [] : await repositoriesOf(pull, folder, github);
  const isRelated = related.some((name) => {
    const [owner = "", repository = ""] = name.split("/");
    return remotes.some((remote) => isOf(remote, { host: pull.host, owner, repository }));
  });
  if (isRelated) return;
  const own = remotes.length === 0 ? "of no repository on a server" : `of ${remotes.map(remoteWords).join(" and ")}`;
  throw new SessionError(
    "refused",
    `${folder} is ${own}, not of ${pull.host}/${pull.owner}/${pull.repository}. Go to a clone of that, or work here all the same with --force.`,
  );
}

/** None if the server does not say. */
async function repositoriesOf(pull: PullRequest, folder: string, github: GitHub): Promise<readonly string[]> {
  try {
    return (await readPull(github, await github.access(pull, folder))).repositories;
  } catch (error) {
    if (error instanceof SessionError) return [];
    throw error;
  }
}
