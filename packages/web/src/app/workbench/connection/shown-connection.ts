import type { WorkbenchView } from "@reprise/model";
import { type Connected, lostWords } from "../../shell/connection.ts";
import { type Link, lockedWords } from "../store/why-not.ts";

/** What the status region says: without a connection to the server, everything on the screen is stale. */
export function shownConnection(view: Pick<WorkbenchView, "connection" | "saving"> | null, link: Link): Connected {
  if (link === "lost") return { state: "stale", detail: lostWords };
  if (view?.saving.state === "locked") return { state: "degraded", detail: lockedWords };
  const { state = "cold", detail = null } = view?.connection ?? {};
  return state === "cold" ? { state: "connecting", detail: null } : { state, detail };
}
