import type { Screen } from "../../kernel/screen.ts";
import { liveKeys } from "./keys.ts";
import { draftKey, unsentText } from "./prompt/unsent-text.ts";
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
    const { draft, editing } = state;
    const words = unsentText(state);
    // The editor has a newer text.
    if (editing !== null || draftKey(words) === (draft.saved ?? "")) return;
    const { inputs, ...rest } = words;
    world.drafts.save(draft.place, {
      ...rest,
      ...(inputs.length > 0 ? { inputs } : {}),
      savedAt: world.now(),
    });
  },
};
