/**
 * The terminal app. A screen is pure state, update and view, and tasks that have the effects: screens/<name>/{state,update,view,tasks}.ts.
 * It sees model only, and gets the rest as world.ts.
 *
 * - how screens are run on a terminal: kernel/app.ts, kernel/screen.ts, kernel/terminal.ts; routes: kernel/route.ts, mapped here
 * - what a key does: screens/<name>/keys.ts, then its update; keys of every screen: widgets/usual-keys.ts, widgets/move-keys.ts
 * - what can be clicked: `clickable` in a view marks it (kernel/click-zones.ts), the screen's update gets the `click`
 * - what an item looks like: items/; where text is typed: composer/composer.ts
 * - a conversation: screens/live/update.ts; commands typed in it: screens/live/prompt/typed-command.ts; what is completed:
 *   screens/live/completion/completion.ts; questions of the agent: screens/live/asking/ask.ts
 * - what a plan looks like: screens/restore/body/plan-body.ts, widgets/plan-rows.ts; when it can start: screens/restore/why-not.ts
 * - review comments: screens/review/list/detail.ts; what `x` asks, and when a plan is shown first: screens/review/run/start.ts; the run is
 *   that of the live screen (`isHosted`)
 * - the app without a screen, line by line: plain/run-plain.ts
 */

import type { Mount } from "./kernel/app.ts";
import type { Route } from "./kernel/route.ts";
import * as diff from "./screens/diff/index.ts";
import * as help from "./screens/help/index.ts";
import * as live from "./screens/live/index.ts";
import * as project from "./screens/project/index.ts";
import * as projects from "./screens/projects/index.ts";
import * as restore from "./screens/restore/index.ts";
import * as review from "./screens/review/index.ts";
import * as sessions from "./screens/sessions/index.ts";
import * as status from "./screens/status/index.ts";
import * as viewer from "./screens/viewer/index.ts";
import type { World } from "./world.ts";

/** Maps each route to its screen; the only place that knows all screens. */
export function open(route: Route, mount: Mount, world: World): void {
  switch (route.screen) {
    case "sessions":
      return mount(sessions.sessionsScreen, sessions.begin(world, { isAll: route.isAll ?? false }));
    case "restore":
      return mount(restore.restoreScreen, restore.begin(route, world));
    case "status":
      return mount(status.statusScreen, status.begin(world, { isAll: route.isAll ?? false }));
    case "diff":
      return mount(diff.diffScreen, diff.begin(route.session));
    case "help":
      return mount(help.helpScreen, help.begin(route.title, route.sections, world));
    case "viewer":
      return mount(viewer.viewerScreen, viewer.begin(route.session, route.at, route.search, world));
    case "projects":
      return mount(projects.projectsScreen, projects.begin(world, route));
    case "project":
      return mount(project.projectScreen, project.begin(route.begin, world));
    case "review":
      return mount(review.reviewScreen, review.begin(route.review, world));
    case "live":
      return mount(live.liveScreen, live.begin(route.begin, world));
  }
}
