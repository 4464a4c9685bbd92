/**
 * The list of sessions.
 *
 * - what is known: state.ts; messages and tasks: messages.ts, update.ts, tasks.ts
 * - what is asked of the library: query.ts; page by page: list/pages.ts; the same session stays selected: list/selection.ts
 * - keys: keys.ts, press.ts; before there are rows: list/early-keys.ts; actions of Enter: actions.ts
 * - search: search/search.ts, search/matching-rows.ts; filter, new session, names and tags: panel/filter.ts, panel/new-session.ts, panel/tidy.ts
 * - interrupted work that is offered: offer/find-offer.ts, offer/offer.ts
 * - what is drawn: view.ts, layout.ts; a row: list/session-row.ts, list/row-cells.ts; details: list/detail.ts; the preview: preview/pane.ts
 */

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
  tour: () => "list",
};
