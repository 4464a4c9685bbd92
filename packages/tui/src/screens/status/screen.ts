import type { Screen } from "../../kernel/screen.ts";
import { keys } from "./keys.ts";
import type { Message, State, Task } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** Work that was running when something died: what may have partly run, still runs or has changed, and how to restore it. */
export const statusScreen: Screen<State, Message, Task> = { name: "status", keys, update, view, perform };
