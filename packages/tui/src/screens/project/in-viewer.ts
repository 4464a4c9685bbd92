import type { Input } from "../../kernel/input.ts";
import type { Returned, Size, Step } from "../../kernel/screen.ts";
import { viewerScreen } from "../viewer/index.ts";
import type { ViewerMessage } from "../viewer/state.ts";
import { viewerSize } from "./layout.ts";
import type { State, Task } from "./state.ts";

/** The event for the history; what it wants to leave for is not followed. */
export function inViewer(state: State, event: Input | ViewerMessage | Returned, size: Size): Step<State, Task> {
  if (state.viewer === null) return { state };
  const step = viewerScreen.update(state.viewer, event, viewerSize(state, size));
  return {
    state: { ...state, viewer: step.state },
    tasks: (step.tasks ?? []).map((task) => ({ type: "viewer", task })),
  };
}
