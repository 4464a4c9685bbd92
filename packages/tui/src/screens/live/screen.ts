/**
 * A conversation with a running agent, or with one that starts with the first prompt.
 *
 * - what is known: state.ts; how it begins: begin.ts, offer.ts; what comes of a message: update.ts; what has effects: tasks.ts
 * - who gets a key: press.ts (a question of the agent, the screen, the composer); keys: keys.ts; Esc: escape.ts
 * - events of the run: run/run-event.ts; its end: run/run-ended.ts; a restore: run/restore-event.ts; leaving: run/leave.ts
 * - what is typed: prompt/send-prompt.ts, prompt/typed-command.ts, prompt/attach.ts; completed: completion/completion.ts
 * - questions of the agent: asking/ask.ts, asking/press.ts
 * - what is drawn: view.ts; below the conversation: paint/bottom.ts; the conversation: transcript/rows.ts, transcript/window.ts
 */

import { exactLine } from "@reprise/model";
import type { Screen } from "../../kernel/screen.ts";
import { liveKeys } from "./keys.ts";
import { draftKey, unsentText } from "./prompt/unsent-text.ts";
import type { LiveMessage, LiveState, LiveTask } from "./state.ts";
import { perform } from "./tasks.ts";
import { titleOf } from "./title.ts";
import { update } from "./update.ts";
import { view } from "./view.ts";

export const liveScreen: Screen<LiveState, LiveMessage, LiveTask> = {
  name: "live",
  keys: liveKeys,
  update,
  view,
  perform,
  wayBack(state) {
    const { session } = state.view;
    if (session === null || state.place.isDemo) return null;
    const title = titleOf(state);
    return `${title === "" ? "" : `${title}\n`}To continue: reprise resume ${exactLine(state.summary?.shortId ?? session)}`;
  },
  tour: ({ view: { turns } }) => (turns.some(({ state }) => state === "completed") ? "continued" : "conversation"),
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
