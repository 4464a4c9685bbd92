import { type PullRequest, type ReviewComment, SessionError } from "@reprise/model";
import { fieldOf, textOf } from "../agents/foreign.ts";
import { commentOf, countOf } from "./github/comment.ts";
import { type GitHub, Unclear, Unreached } from "./github/github.ts";
import { notGitHub, setToken } from "./github/refusal.ts";

const mostCharacters = 65_536;

/** Posts once. Where the answer is lost, it says that the reply may be there. */
export async function postReply(
  pull: PullRequest,
  checkout: string,
  { comment, body }: { readonly comment: number; readonly body: string },
  github: GitHub,
): Promise<ReviewComment> {
  const text = body.trim().toWellFormed();
  if (text === "" || text.length > mostCharacters)
    throw new SessionError("bad-use", `A reply has 1 to ${mostCharacters} characters; this one has ${text.length}.`);
  const access = {
    ...(await github.access(pull, checkout)),
    what: `comment ${comment} of ${pull.owner}/${pull.repository}#${pull.number}`,
  };
  if (access.token === null)
    throw new SessionError("refused", `${pull.host} takes no reply without a token. ${setToken(pull.host)}`);
  const found = await github.json(access, `${access.path}/pulls/comments/${comment}`);
  const ofPull = textOf(fieldOf(found, "pull_request_url"));
  if (ofPull !== null && !ofPull.endsWith(`/pulls/${pull.number}`))
    throw new SessionError("bad-use", `Comment ${comment} is of another pull request.`);
  // Only the first comment of a thread takes replies.
  const first = countOf(fieldOf(found, "in_reply_to_id")) ?? comment;
  const path = `${access.path}/pulls/${pull.number}/comments/${first}/replies`;
  const posted = await github.post(access, path, { body: text }).catch((error: unknown) => {
    if (error instanceof Unreached && error.failure.kind !== "unreachable") throw maybePosted(error, pull);
    throw error instanceof Unclear ? maybePosted(error, pull) : error;
  });
  const reply = commentOf(posted);
  if (reply === null) throw maybePosted(notGitHub(pull.host, "no comment"), pull);
  return reply;
}

function maybePosted({ message }: Error, { url }: PullRequest): SessionError {
  return new SessionError(
    "refused",
    `${message} The reply may have been posted all the same: look at ${url} before you try again.`,
  );
}
