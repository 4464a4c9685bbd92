import type { Screen } from "../../kernel/screen.ts";
import { keys } from "./keys.ts";
import type { Message, State, Task } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** Shows what a restore will do before it does anything; only Enter starts it. */
export const restoreScreen: Screen<State, Message, Task> = {
  name: "restore",
  keys,
  update,
  view,
  perform,
  tour: () => "plan",
};
