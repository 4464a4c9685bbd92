import type { Connection } from "@reprise/model";
import type { Connected } from "../../shell/connection.ts";
import { type Link, lostWords } from "../store/why-not.ts";

/** What the status region says: without a connection to the server, everything on the screen is stale. */
export function shownConnection(connection: Connection | undefined, link: Link): Connected {
  if (link === "lost") return { state: "stale", detail: lostWords };
  if (connection === undefined || connection.state === "cold") return { state: "connecting", detail: null };
  return { state: connection.state, detail: connection.detail };
}
