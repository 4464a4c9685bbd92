import { shownAfter } from "./saved-state.ts";
import type { WorkbenchChange, WorkbenchView } from "./workbench.ts";

/** The view of a page after a change. */
export function workbenchAfter(view: WorkbenchView, change: WorkbenchChange, number: number): WorkbenchView {
  const next = { ...view, number };
  switch (change.type) {
    case "connection":
      return { ...next, connection: change.connection };
    case "saving":
      return { ...next, saving: change.saving };
    case "activity":
      return { ...next, activity: change.activity };
    case "also-running":
      return { ...next, alsoRunning: change.conversations };
    default:
      return shownAfter(next, change);
  }
}
