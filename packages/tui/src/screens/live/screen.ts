import type { Screen } from "../../kernel/screen.ts";
import { liveKeys } from "./keys.ts";
import type { LiveMessage, LiveState, LiveTask } from "./state.ts";
import { perform } from "./tasks.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

export const liveScreen: Screen<LiveState, LiveMessage, LiveTask> = {
  name: "live",
  keys: liveKeys,
  update,
  view,
  perform,
  leave({ composer, draft, isEditing }, world) {
    const { text, cursor } = composer.writing;
    // What the editor has is newer than what we have.
    if (!isEditing && text !== draft.saved)
      world.drafts.save(draft.place, { text, cursor, savedAt: world.now() });
  },
};
