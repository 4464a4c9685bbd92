import type { Screen } from "../../kernel/screen.ts";
import { keys } from "./keys.ts";
import type { Message, State, Task } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** One project: what happened in its rounds, what happens now, and what can be done next. */
export const projectScreen: Screen<State, Message, Task> = {
  name: "project",
  keys,
  update,
  view,
  perform,
  // However the screen closes; the round is then left to be resumed.
  leave: ({ controls }) => void controls?.end(),
};
