import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { RolloutRef } from "../source.ts";
import { databaseStore } from "./database-store.ts";
import { type JsonSession, jsonSessionsIn, jsonStore } from "./json-store.ts";
import { openDatabase } from "./place.ts";
import type { SessionStore } from "./store.ts";
import { unionOf } from "./union.ts";

/** Where a rollout is kept; null when it is gone. */
export function openStore(rollout: RolloutRef, host: Host): SessionStore | null {
  const { path, home, thread } = rollout;
  const inFiles = (isSought: (session: JsonSession) => boolean) => jsonSessionsIn(home, host).find(isSought);
  if (path.endsWith(".json")) {
    const session = inFiles((candidate) => candidate.path === path);
    return session ? jsonStore(session, host) : null;
  }
  const copy = openDatabase(path, host);
  if (copy === null) return null;
  if (thread === null) throw new SessionError("unreadable", `${path} is not a database of OpenCode.`);
  const store = databaseStore(copy, thread);
  const moved = inFiles(({ id }) => id === thread);
  return moved ? unionOf(store, jsonStore(moved, host)) : store;
}
