import type { Screen } from "../../kernel/screen.ts";
import { helpKeys } from "./keys.ts";
import { type HelpMessage, type HelpState, type HelpTask, update } from "./state.ts";
import { view } from "./view.ts";

export const helpScreen: Screen<HelpState, HelpMessage, HelpTask> = {
  name: "help",
  keys: helpKeys,
  update,
  view,
  perform: async () => {},
};
