import type { Screen } from "../../kernel/screen.ts";
import { liveKeys } from "./keys.ts";
import { unsentText } from "./prompt/unsent-text.ts";
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
  leave(state, world) {
    const { draft, isEditing } = state;
    const words = unsentText(state);
    // The editor has a newer text.
    if (!isEditing && words.text !== (draft.saved ?? ""))
      world.drafts.save(draft.place, { ...words, savedAt: world.now() });
  },
};
