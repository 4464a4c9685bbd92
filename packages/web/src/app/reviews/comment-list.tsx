import type { CommentChoice, ReviewComment } from "@reprise/model";
import { useCallback, useMemo } from "preact/hooks";
import { VirtualList } from "../design/index.ts";
import { CommentRow } from "./comment-row.tsx";

const rowHeight = 56;

interface CommentListProps {
  /** All comments, for the threads that have answers. */
  readonly comments: readonly ReviewComment[];
  readonly shown: readonly ReviewComment[];
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
  readonly onOpen: () => void;
  /** For a run. */
  readonly marked: CommentChoice;
  readonly onMark: (id: number) => void;
}

export function CommentList({ comments, shown, chosen, onChoose, onOpen, marked, onMark }: CommentListProps) {
  const answered = useMemo(() => new Set(comments.map(({ inReplyToId }) => inReplyToId)), [comments]);
  const heightOf = useCallback(() => rowHeight, []);
  return (
    <VirtualList
      label="Comments"
      id="comments"
      rows={shown}
      heightOf={heightOf}
      keyOf={({ id }) => String(id)}
      isChoice={() => true}
      chosen={shown.findIndex(({ id }) => id === chosen)}
      onChoose={(index) => {
        const id = shown[index]?.id;
        if (id !== undefined) onChoose(id);
        onOpen();
      }}
      onOpen={onOpen}
    >
      {(comment) => (
        <CommentRow
          comment={comment}
          hasReply={answered.has(comment.id)}
          isMarked={marked.has(comment.id)}
          onMark={() => onMark(comment.id)}
        />
      )}
    </VirtualList>
  );
}
