import type { Beginning } from "../../kernel/app.ts";
import { type Input, isInput } from "../../kernel/input.ts";
import { actionFor } from "../../kernel/keys.ts";
import type { HelpSection } from "../../kernel/opening.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { helpKeys } from "./keys.ts";
import { modeSections } from "./modes.ts";
import { bodyHeight, bodyOf } from "./rows.ts";

export interface HelpState {
  readonly title: string;
  readonly sections: readonly HelpSection[];
  /** The first row in view. */
  readonly top: number;
}

export type HelpMessage = { readonly type: "none" };
export type HelpTask = never;

/** `sections`: the keys of the screen below. What restoring means follows them. */
export function begin(title: string, sections: readonly HelpSection[]): Beginning<HelpState, HelpTask> {
  return { state: { title, sections: [...sections, ...modeSections], top: 0 }, tasks: [] };
}

export function update(
  state: HelpState,
  event: Input | HelpMessage | Returned | Failed,
  size: Size,
): Step<HelpState, HelpTask> {
  if (!isInput(event)) return { state };
  const page = bodyHeight(size);
  switch (event.type) {
    case "wheel":
      return scrolled(state, state.top + event.lines, size);
    case "resize":
      return scrolled(state, state.top, size);
    case "paste":
      return { state };
  }
  switch (actionFor(helpKeys, event.key)) {
    case "close":
      return { state, go: { back: true } };
    case "up":
      return scrolled(state, state.top - 1, size);
    case "down":
      return scrolled(state, state.top + 1, size);
    case "page-up":
      return scrolled(state, state.top - page, size);
    case "page-down":
      return scrolled(state, state.top + page, size);
    case "top":
      return scrolled(state, 0, size);
    case "bottom":
      return scrolled(state, Number.MAX_SAFE_INTEGER, size);
    case null:
      return { state };
  }
}

function scrolled(state: HelpState, top: number, size: Size): Step<HelpState, HelpTask> {
  const lowest = Math.max(0, bodyOf(state.sections, size.columns).length - bodyHeight(size));
  return { state: { ...state, top: Math.max(0, Math.min(top, lowest)) } };
}
