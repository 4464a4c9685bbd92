import { exactLine, type PullRequest, type ReviewComment, safeLine } from "@reprise/model";
import type { Paint } from "../paint.ts";
import { commentHead, indented } from "./comment-text.ts";

interface Listed {
  readonly target: { readonly pullRequest: PullRequest | null; readonly commentsFile: string | null };
  readonly label: string;
  readonly comments: readonly ReviewComment[];
  readonly totalCount: number;
}

export function commentListText({ target, label, comments, totalCount }: Listed, paint: Paint): string {
  const replies = new Set(comments.map(({ id }) => id));
  const rows = comments.flatMap((comment) => {
    const isReply = comment.inReplyToId !== null && replies.has(comment.inReplyToId);
    return [
      "",
      commentHead(comment, paint) + (isReply ? ` · reply to ${comment.inReplyToId}` : ""),
      indented(comment.body ?? ""),
    ];
  });
  const none = totalCount === 0 ? "No comments." : "No comment matches the filter.";
  return [
    ...headOf(target, paint),
    `Filter: ${safeLine(label)} (${comments.length}/${totalCount})`,
    ...(comments.length === 0 ? ["", none] : rows),
    "",
  ].join("\n");
}

function headOf({ pullRequest, commentsFile }: Listed["target"], paint: Paint): string[] {
  if (pullRequest === null) return [exactLine(commentsFile ?? "")];
  const { owner, repository, number, title, state, url } = pullRequest;
  const name = paint("bold", exactLine(`${owner}/${repository}#${number}`));
  return [
    `${name}${title === null ? "" : ` ${safeLine(title)}`}${state === null ? "" : ` (${state})`}`,
    paint("dim", exactLine(url)),
  ];
}
