import type { Beginning } from "../../kernel/app.ts";
import { type Input, isInput } from "../../kernel/input.ts";
import { actionFor } from "../../kernel/keys.ts";
import type { HelpSection } from "../../kernel/route.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { isMove, rowsBy, topWithin } from "../../widgets/scroll.ts";
import { everywhere } from "./everywhere.ts";
import { helpKeys } from "./keys.ts";
import { modeSections } from "./modes.ts";
import { bodyHeight, bodyOf } from "./rows.ts";

export interface HelpState {
  readonly title: string;
  readonly sections: readonly HelpSection[];
  readonly isDemo: boolean;
  /** The first visible row. */
  readonly top: number;
}

export type HelpMessage = { readonly type: "none" };
export type HelpTask = never;

/** `sections`: the keys of the screen below; those of every screen and the restore modes follow. */
export function begin(
  title: string,
  sections: readonly HelpSection[],
  { isDemo }: { readonly isDemo: boolean } = { isDemo: false },
): Beginning<HelpState, HelpTask> {
  return {
    state: { title, sections: [...sections, everywhere, ...modeSections], isDemo, top: 0 },
    tasks: [],
  };
}

export function update(
  state: HelpState,
  event: Input | HelpMessage | Returned | Failed,
  size: Size,
): Step<HelpState, HelpTask> {
  if (!isInput(event)) return { state };
  switch (event.type) {
    case "wheel":
      return scrolled(state, state.top + event.lines, size);
    case "resize":
      return scrolled(state, state.top, size);
    case "paste":
    case "click":
      return { state };
  }
  const action = actionFor(helpKeys, event.key);
  if (isMove(action)) return scrolled(state, state.top + rowsBy(action, bodyHeight(size)), size);
  return action === null ? { state } : { state, go: { back: true } };
}

function scrolled(state: HelpState, top: number, size: Size): Step<HelpState, HelpTask> {
  const count = bodyOf(state.sections, size.columns).length;
  return { state: { ...state, top: topWithin(top, count, bodyHeight(size)) } };
}
