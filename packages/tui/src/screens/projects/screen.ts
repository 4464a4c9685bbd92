import type { Screen } from "../../kernel/screen.ts";
import { keys } from "./keys.ts";
import type { Message, State, Task } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** Goals worked on in rounds, to choose one from. */
export const projectsScreen: Screen<State, Message, Task> = { name: "projects", keys, update, view, perform };
