import { inOrder, type SessionStore, type StoredMessage } from "./session-store.ts";

/** Adds what only the files have, unless the session continued in the database: then it was removed there. */
export function mergeStores(database: SessionStore, files: SessionStore): SessionStore {
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
    messages: () =>
      [...[...here.values()].filter(({ id }) => !fromFiles.has(id)), ...added].toSorted(inOrder),
    message: (message) => storeOf(message).message(message),
    parts: (message) => storeOf(message).parts(message),
    close: () => closeBoth(database, files),
  };
}

function closeBoth(database: SessionStore, files: SessionStore): void {
  database.close();
  files.close();
}
