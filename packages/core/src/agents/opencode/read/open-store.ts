import { SessionError } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { RolloutRef } from "../../reading/source.ts";
import { databaseStore } from "./database-store.ts";
import { findJsonSession, jsonStore } from "./json-store.ts";
import { openDatabase } from "./locations.ts";
import { mergeStores } from "./merge-stores.ts";
import type { SessionStore } from "./session-store.ts";

/** Where a rollout is kept; null when it is gone. */
export function openStore(rollout: RolloutRef, host: Host): SessionStore | null {
  const { path, home, thread } = rollout;
  if (path.endsWith(".json")) {
    // Nothing is there: null when that is all, an error where a link leads to nothing.
    if (host.files.stamp(path) === null && host.files.open(path) === null) return null;
    const session = findJsonSession(home, { path }, host);
    return session && jsonStore(session, host);
  }
  const copy = openDatabase(path, host);
  if (copy === null) return null;
  if (thread === null) throw new SessionError("unreadable", `${path} is not a database of OpenCode.`);
  const store = databaseStore(copy, thread);
  const moved = findJsonSession(home, { id: thread }, host);
  return moved ? mergeStores(store, jsonStore(moved, host)) : store;
}
