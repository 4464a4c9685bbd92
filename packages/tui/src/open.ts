import type { Mount } from "./kernel/app.ts";
import type { Opening } from "./kernel/opening.ts";
import * as help from "./screens/help/index.ts";
import * as live from "./screens/live/index.ts";
import * as restore from "./screens/restore/index.ts";
import * as sessions from "./screens/sessions/index.ts";
import * as status from "./screens/status/index.ts";
import * as viewer from "./screens/viewer/index.ts";
import type { World } from "./world.ts";

/** Which screen each opening is: the one place that knows all of them. */
export function open(opening: Opening, mount: Mount, world: World): void {
  switch (opening.screen) {
    case "sessions":
      return mount(sessions.sessionsScreen, sessions.begin(world, { isAll: opening.isAll ?? false }));
    case "restore":
      return mount(restore.restoreScreen, restore.begin(opening, world));
    case "status":
      return mount(status.statusScreen, status.begin(world, { isAll: opening.isAll ?? false }));
    case "help":
      return mount(help.helpScreen, help.begin(opening.title, opening.sections, world));
    case "viewer":
      return mount(viewer.viewerScreen, viewer.begin(opening.session, opening.at, opening.search, world));
    case "live":
      return mount(live.liveScreen, live.begin(opening.begin, world));
  }
}
