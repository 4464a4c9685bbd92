import type { Screen } from "../../kernel/screen.ts";
import { liveScreen } from "../live/index.ts";
import { keys } from "./keys.ts";
import type { Message, RoutedTask, State } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** The review comments of a pull request, and a run that works on them. */
export const reviewScreen: Screen<State, Message, RoutedTask> = {
  name: "review",
  keys,
  update,
  view,
  perform,
  // The run ends with the tasks of the screen, and is then offered again.
  leave: ({ live }, world) => (live === null ? undefined : liveScreen.leave?.(live, world)),
};
