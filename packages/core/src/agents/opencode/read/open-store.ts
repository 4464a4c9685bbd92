import { SessionError } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import type { RolloutRef } from "../../reading/source.ts";
import { databaseStore } from "./database-store.ts";
import { findJsonSession, jsonStore } from "./json-store.ts";
import { openDatabase } from "./locations.ts";
import { inOrder, type SessionStore, type StoredMessage } from "./session-store.ts";

/** The store of a rollout; null if it is gone. */
export function openStore(rollout: RolloutRef, host: Host): SessionStore | null {
  const { path, home, thread } = rollout;
  if (path.endsWith(".json")) {
    // Missing: null, but an error for a dangling link.
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

/** Adds what only the files have, unless the session continued in the database: then it was removed there. */
function mergeStores(database: SessionStore, files: SessionStore): SessionStore {
  const whole = database.session();
  const moved = files.session();
  const isCurrent = whole !== null && moved !== null && (moved.updatedMs ?? 0) >= (whole.updatedMs ?? 0);
  if (!isCurrent) return { ...database, close: () => closeBoth(database, files) };
  const here = new Map(database.messages().map((message) => [message.id, message]));
  const added = files.messages().filter(({ id, partCount }) => (here.get(id)?.partCount ?? 0) < partCount);
  const fromFiles = new Set(added.map(({ id }) => id));
  const storeOf = (message: StoredMessage) => (fromFiles.has(message.id) ? files : database);
  return {
    session: () => whole,
    messages: () => [...[...here.values()].filter(({ id }) => !fromFiles.has(id)), ...added].toSorted(inOrder),
    message: (message) => storeOf(message).message(message),
    parts: (message) => storeOf(message).parts(message),
    close: () => closeBoth(database, files),
  };
}

function closeBoth(database: SessionStore, files: SessionStore): void {
  database.close();
  files.close();
}
