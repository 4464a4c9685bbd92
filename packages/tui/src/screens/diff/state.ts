import type { SessionId } from "@reprise/model";
import { type Input, isInput } from "../../kernel/input.ts";
import type { Beginning } from "../../kernel/mounted-screen.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { sessionDiffKeys } from "../../widgets/diff/keys.ts";
import { pressDiff } from "../../widgets/diff/press.ts";
import { type DiffState, openedDiff } from "../../widgets/diff/state.ts";

export type DiffMessage = { readonly type: "diff"; readonly text: string };
export type DiffTask = { readonly type: "read"; readonly session: SessionId };

const noneYet = "No recorded edits. For changes made by commands, see git diff.";

/** The changes of a session so far. */
export function begin(session: SessionId): Beginning<DiffState, DiffTask> {
  const opening = {
    title: "Changes of this session",
    waiting: "Reading the session…",
    keys: sessionDiffKeys,
  };
  return { state: openedDiff(opening), tasks: [{ type: "read", session }] };
}

export function update(
  state: DiffState,
  event: Input | DiffMessage | Returned | Failed,
  size: Size,
): Step<DiffState, DiffTask> {
  if (isInput(event)) {
    const next = pressDiff(state, event, size);
    return next === null ? { state, go: { back: true } } : { state: next };
  }
  switch (event.type) {
    case "diff":
      return { state: { ...state, text: event.text === "" ? noneYet : event.text } };
    case "failed":
      return { state: { ...state, text: state.text ?? "", note: event.reason } };
    case "returned":
      return { state };
  }
}
