import type { ReviewComment } from "../reviews.ts";
import { count } from "../text/count.ts";

/** Comments chosen one by one, by their ids; without any, all that are shown. */
export type CommentChoice = ReadonlySet<number>;

export const noChoice: CommentChoice = new Set();

/** A comment is chosen, and left out, with the shown replies to it. */
export function withToggled(choice: CommentChoice, id: number, shown: readonly ReviewComment[]): CommentChoice {
  const thread = shown.filter((comment) => comment.id === id || comment.inReplyToId === id).map((one) => one.id);
  return choice.has(id) ? choice.difference(new Set(thread)) : choice.union(new Set(thread));
}

/** What a run works on. A chosen comment that a filter hides is not sent. */
export function commentsToRun(shown: readonly ReviewComment[], choice: CommentChoice): readonly ReviewComment[] {
  const chosen = shown.filter(({ id }) => choice.has(id));
  return chosen.length === 0 ? shown : chosen;
}

/** The action that starts a run: `run on 3`. */
export function runLabel(shown: readonly ReviewComment[], choice: CommentChoice): string {
  return shown.length === 0 ? "run" : `run on ${commentsToRun(shown, choice).length}`;
}

/** `3 of 12 comments chosen`; empty without a choice. */
export function choiceWords(shown: readonly ReviewComment[], choice: CommentChoice): string {
  const chosen = shown.filter(({ id }) => choice.has(id)).length;
  return chosen === 0 ? "" : `${chosen} of ${count(shown.length, "comment")} chosen`;
}
