import type { Screen } from "../../kernel/screen.ts";
import { sessionsKeys } from "./keys.ts";
import type { Message, Task } from "./messages.ts";
import type { State } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

export const sessionsScreen: Screen<State, Message, Task> = {
  name: "sessions",
  keys: sessionsKeys,
  update,
  view,
  perform,
};
