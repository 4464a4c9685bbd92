import type { Screen } from "../../kernel/screen.ts";
import { viewerKeys } from "./keys.ts";
import type { ViewerMessage, ViewerState, ViewerTask } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

export const viewerScreen: Screen<ViewerState, ViewerMessage, ViewerTask> = {
  name: "viewer",
  keys: viewerKeys,
  update,
  view,
  perform,
};
