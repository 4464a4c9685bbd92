import { type ReviewComment, shortTime } from "@reprise/model";
import { Badge } from "../design/index.ts";
import { authorOf, placeOf, previewOf } from "./comment-words.ts";

interface CommentRowProps {
  readonly comment: ReviewComment;
  readonly hasReply: boolean;
}

export function CommentRow({ comment, hasReply }: CommentRowProps) {
  const { createdAt, resolved, inReplyToId } = comment;
  return (
    <div class="comment-row">
      <span class="row-line">
        <strong class="cut">{authorOf(comment)}</strong>
        <span class="mono cut grow comment-place">{placeOf(comment)}</span>
        {createdAt !== null && <time class="faint comment-time">{shortTime(createdAt, new Date())}</time>}
      </span>
      <span class="row-line">
        {inReplyToId !== null && <span class="faint">↳</span>}
        <span class="cut grow soft">{previewOf(comment)}</span>
        {hasReply && <Badge tone="good">replied</Badge>}
        {resolved === true && <Badge>resolved</Badge>}
      </span>
    </div>
  );
}
