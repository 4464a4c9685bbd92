import { type ReviewComment, shortTime } from "@reprise/model";
import { Badge } from "../design/index.ts";
import { authorOf, placeOf, previewOf } from "./comment-words.ts";

interface CommentRowProps {
  readonly comment: ReviewComment;
  readonly hasReply: boolean;
  /** For a run, one by one. */
  readonly isMarked: boolean;
  readonly onMark: () => void;
}

export function CommentRow({ comment, hasReply, isMarked, onMark }: CommentRowProps) {
  const { createdAt, resolved, inReplyToId } = comment;
  return (
    <div class="comment-row">
      <span class="row-line">
        {/* For the pointer: a list box has no buttons in it. Space does the same. */}
        <span
          class="comment-box"
          aria-hidden="true"
          data-marked={isMarked ? "" : undefined}
          title={isMarked ? "Leave it out (Space)" : "Choose it for the run (Space)"}
          onClick={(event) => {
            event.stopPropagation();
            onMark();
          }}
        />
        {isMarked && <span class="visually-hidden">chosen: </span>}
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
