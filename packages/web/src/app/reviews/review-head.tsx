import {
  exactLine,
  type FetchedComments,
  localTime,
  type PullRequest,
  type ReviewTarget,
  safeLine,
} from "@reprise/model";
import { Badge, IconButton, LinkButton } from "../design/index.ts";
import type { Tone } from "../design/tone.ts";
import { safeHref } from "../text/safe-href.ts";

const tones: Readonly<Record<NonNullable<PullRequest["state"]>, Tone>> = {
  open: "good",
  merged: "accent",
  closed: "plain",
};

interface ReviewHeadProps {
  /** As it was asked for. */
  readonly asked: string;
  readonly target: ReviewTarget | null;
  readonly fetched: FetchedComments | null;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

export function ReviewHead({ asked, target, fetched, isFetching, onRefresh }: ReviewHeadProps) {
  const pull = fetched?.pullRequest ?? target?.pullRequest ?? null;
  const href = pull === null ? null : safeHref(pull.url);
  const name = reviewName(pull, asked);
  return (
    <div class="screen-head review-head">
      <LinkButton href="#/reviews" tone="quiet" icon="back">
        <span class="back-words">Reviews</span>
      </LinkButton>
      <h1 class="cut grow">
        {href === null ? (
          name
        ) : (
          <a href={href} target="_blank" rel="noreferrer noopener">
            {name}
          </a>
        )}
        {pull?.title != null && <span class="review-title"> {safeLine(pull.title)}</span>}
      </h1>
      {pull?.author != null && <span class="faint review-author">by {exactLine(pull.author)}</span>}
      {pull?.state != null && <Badge tone={tones[pull.state]}>{pull.state}</Badge>}
      <IconButton
        icon="refresh"
        label={
          isFetching
            ? "Fetching the comments…"
            : `Fetch the comments again${fetched === null ? "" : ` (as of ${localTime(fetched.fetchedAt)})`}`
        }
        whyNot={isFetching ? "in progress" : null}
        onClick={onRefresh}
      />
    </div>
  );
}

export function reviewName(pull: PullRequest | null, asked: string): string {
  if (pull === null) return exactLine(asked);
  const { host, owner, repository, number } = pull;
  const where = host === "github.com" ? "" : `${host}/`;
  return exactLine(`${where}${owner}/${repository}#${number}`);
}
