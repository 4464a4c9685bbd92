import type { Screen } from "../../kernel/screen.ts";
import { keys } from "./keys.ts";
import type { Message, State, Task } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

/** What was live when something died, what of it half-ran, still runs or has changed; and the way back to each. */
export const statusScreen: Screen<State, Message, Task> = { name: "status", keys, update, view, perform };
