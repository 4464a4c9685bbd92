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
