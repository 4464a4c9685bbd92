import { exactText, type ReviewComment } from "@reprise/model";
import { useId, useState } from "preact/hooks";
import { Badge, Banner, Button, Dialog } from "../design/index.ts";
import { CopyButton } from "../text/copy-button.tsx";
import { Markdown } from "../text/markdown.tsx";
import { useGuard } from "../workbench/approvals/use-guard.ts";
import { justAppeared } from "../workbench/approvals/why-not-answer.ts";
import { authorOf, placeOf, repliesAfter } from "./comment-words.ts";
import type { ReportStore } from "./report-store.ts";

interface ReplyEditorProps {
  readonly store: ReportStore;
  readonly comment: ReviewComment;
  /** All answers in its thread. */
  readonly replies: readonly ReviewComment[];
  /** When the run started; null: not known. */
  readonly since: string | null;
  /** Where it is posted; null: nowhere, there is only a file of comments. */
  readonly host: string | null;
  readonly onPosted: () => void;
}

/** The drafted reply, as the person wants it. Posted only by its own button, after a question that shows all of it. */
export function ReplyEditor({ store, comment, replies, since, host, onPosted }: ReplyEditorProps) {
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const text = store.draftOf(comment.id);
  const posted = store.posted.value.get(comment.id) ?? replies.find(({ body }) => body?.trim() === text.trim()) ?? null;
  if (posted !== null)
    return (
      <div class="reply" data-posted="">
        <Badge tone="good">posted</Badge>
        <Markdown text={posted.body ?? ""} />
      </div>
    );
  const later = repliesAfter(replies, since);
  const isPosting = store.posting.value.has(comment.id);
  const whyNot =
    host === null
      ? "There is only a file of comments: nothing can be posted."
      : isPosting
        ? "It is being posted."
        : text.trim() === ""
          ? "Write something first."
          : null;
  return (
    <div class="reply">
      <label for={id} class="label">
        Reply to {authorOf(comment)}
      </label>
      <textarea
        id={id}
        class="input"
        rows={Math.min(8, Math.max(2, text.split("\n").length))}
        value={text}
        onInput={(event) => store.edit(comment.id, event.currentTarget.value)}
      />
      {later.length > 0 && (
        <p class="tone-caution">Answered since the run by {later.map((one) => authorOf(one)).join(", ")}.</p>
      )}
      <div class="toolbar">
        <Button whyNot={whyNot} onClick={() => setAsking(true)}>
          {isPosting ? "Posting…" : "Post reply…"}
        </Button>
        <CopyButton text={text} label="Copy the reply" />
      </div>
      {isAsking && host !== null && (
        <PostDialog
          store={store}
          comment={comment}
          text={text}
          host={host}
          onPosted={onPosted}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}

interface PostDialogProps extends Pick<ReplyEditorProps, "store" | "comment" | "onPosted"> {
  readonly text: string;
  readonly host: string;
  readonly onClose: () => void;
}

function PostDialog({ store, comment, text, host, onPosted, onClose }: PostDialogProps) {
  const guard = useGuard(String(comment.id));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const post = async () => {
    setSent(true);
    setProblem(null);
    try {
      await store.post(comment, text);
      onPosted();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setSent(false);
      // It may have arrived although the answer did not.
      onPosted();
    }
  };
  return (
    <Dialog
      title="Post this reply?"
      onClose={onClose}
      actions={
        <>
          <Button isFocused onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="primary"
            whyNot={isSent ? "It is being posted." : guard.isReady ? null : justAppeared}
            onClick={() => void post()}
          >
            {isSent ? "Posting…" : "Post"}
          </Button>
        </>
      }
    >
      <div class="review-form">
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <p>
          To {authorOf(comment)} at <code>{placeOf(comment)}</code>, on {host}, under your name:
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
        <pre class="reply-text" tabIndex={0}>
          {exactText(text)}
        </pre>
      </div>
    </Dialog>
  );
}
