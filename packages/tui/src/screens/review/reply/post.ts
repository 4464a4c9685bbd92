import type { Input } from "../../../kernel/input.ts";
import type { Size, Step } from "../../../kernel/screen.ts";
import { rowsBy, topWithin } from "../../../widgets/scroll.ts";
import { asked } from "../asking.ts";
import { layoutOf } from "../layout.ts";
import { draftOf } from "../list/chosen-detail.ts";
import { chosenRow } from "../list/rows.ts";
import type { Question } from "../question.ts";
import type { Message, State, Task } from "../state.ts";
import { whyNoReply } from "./edit.ts";
import { bodyRows, isSeen, postRoom } from "./post-lines.ts";

type ReviewStep = Step<State, Task>;
type Post = Question & { readonly kind: "post" };

/** Asks first, and shows all that would be posted. */
export function post(state: State): ReviewStep {
  const row = chosenRow(state);
  const reason = state.isPosting ? "A reply is being posted." : whyNoReply(state);
  const body = row === null ? null : draftOf(state, row.comment.id);
  if (reason !== null || row === null || body === null) return { state: { ...state, note: reason } };
  return asked({ ...state, error: null }, { kind: "post", comment: row.comment.id, body, top: 0 });
}

/** Only what was seen to its end is posted. */
export function confirmed(state: State, post: Post, size: Size): ReviewStep {
  if (!isSeen(post, size.columns, roomOf(state, size)))
    return { state: scrolled(state, post, postRoom(roomOf(state, size)), size) };
  const { comment, body } = post;
  return {
    state: { ...state, question: null, isPosting: true, note: "Posting the reply…" },
    tasks: [{ type: "post", comment, body }],
  };
}

const moves = {
  up: "up",
  down: "down",
  pageUp: "page-up",
  pageDown: "page-down",
  space: "page-down",
} as const;

/** Null if the input does not scroll. */
export function scrolledPost(state: State, post: Post, input: Input, size: Size): State | null {
  if (input.type === "wheel") return scrolled(state, post, input.lines, size);
  if (input.type === "resize") return scrolled(state, post, 0, size);
  if (input.type !== "key" || !(input.key in moves)) return null;
  const page = Math.max(1, postRoom(roomOf(state, size)) - 1);
  return scrolled(state, post, rowsBy(moves[input.key as keyof typeof moves], page), size);
}

function scrolled(state: State, post: Post, by: number, size: Size): State {
  const { length } = bodyRows(post, size.columns);
  const top = topWithin(post.top + by, length, postRoom(roomOf(state, size)));
  return { ...state, question: { ...post, top } };
}

function roomOf(state: State, size: Size): number {
  const { head, status } = layoutOf(state, size);
  return Math.max(1, size.rows - head - status);
}

export function onPosted(state: State, { comment, reply }: Message & { type: "posted" }): ReviewStep {
  const { fetched } = state;
  const isKnown = fetched === null || fetched.comments.some(({ id }) => id === reply.id);
  return {
    state: {
      ...state,
      isPosting: false,
      note: "The reply is posted.",
      posted: new Set([...state.posted, comment]),
      fetched: isKnown ? fetched : { ...fetched, comments: [...fetched.comments, reply] },
    },
  };
}

export function notPosted(state: State, { reason }: Message & { type: "not-posted" }): ReviewStep {
  return { state: { ...state, isPosting: false, note: null, error: `Posting failed: ${reason}` } };
}
