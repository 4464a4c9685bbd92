import { basename, join } from "node:path";
import { SessionError } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import { fieldOf, isForeign, numberOf, textOf } from "../foreign.ts";
import { inOrder, type SessionStore, type StoredMessage, type StoredText } from "./store.ts";

/** A session that is kept as files, as it was before the database. */
export interface JsonSession {
  readonly id: string;
  readonly path: string;
  readonly messages: string;
  partsOf(message: string): string;
}

const mostBytes = 64 * 1024 * 1024;

/** Every session that is kept as files. What was moved to a newer place is listed there. */
export function jsonSessionsIn(home: string, host: Host): JsonSession[] {
  const storage = join(home, "storage");
  const found = foldersIn(join(storage, "session"), host).flatMap((folder) =>
    sessionsIn(folder, host).map(
      (path): JsonSession => ({
        ...named(path),
        messages: join(storage, "message", named(path).id),
        partsOf: (message) => join(storage, "part", message),
      }),
    ),
  );
  const known = new Set(found.map(({ id }) => id));
  const older = foldersIn(join(home, "project"), host).flatMap((project) => olderSessionsIn(project, host));
  return [...found, ...older.filter(({ id }) => !known.has(id))];
}

/** As it was first: everything below the folder of a project. */
function olderSessionsIn(project: string, host: Host): JsonSession[] {
  const storage = join(project, "storage", "session");
  return sessionsIn(join(storage, "info"), host).map((path) => {
    const { id } = named(path);
    return {
      id,
      path,
      messages: join(storage, "message", id),
      partsOf: (message) => join(storage, "part", id, message),
    };
  });
}

export function jsonStore(session: JsonSession, host: Host): SessionStore {
  return {
    session: () => sessionAt(session, host),
    messages: () =>
      filesIn(session.messages, host)
        .map((path): StoredMessage => {
          const { id } = named(path);
          const createdMs = numberOf(fieldOf(parse(textAt(path, host)), "time", "created")) ?? 0;
          return { id, createdMs, partCount: filesIn(session.partsOf(id), host).length, type: null };
        })
        .toSorted(inOrder),
    message: ({ id }) => stored(join(session.messages, `${id}.json`), host),
    parts: ({ id }) =>
      filesIn(session.partsOf(id), host)
        .toSorted()
        .flatMap((path) => stored(path, host) ?? []),
    close: () => undefined,
  };
}

function sessionAt({ id, path }: JsonSession, host: Host) {
  const value = parse(textAt(path, host));
  if (!isForeign(value))
    throw new SessionError("unreadable", `${path} is not whole: what was said can still be shown.`);
  return {
    id: textOf(value.id) ?? id,
    parent: textOf(value.parentID),
    directory: textOf(value.directory),
    title: textOf(value.title) ?? "",
    version: textOf(value.version),
    createdMs: numberOf(fieldOf(value, "time", "created")),
    updatedMs: numberOf(fieldOf(value, "time", "updated")),
    archivedMs: numberOf(fieldOf(value, "time", "archived")),
    model: value.model ?? null,
    permission: value.permission ?? null,
    revert: value.revert ?? null,
    tokens: null,
  };
}

function stored(path: string, host: Host): StoredText | null {
  const text = textAt(path, host);
  return text === null ? null : { id: named(path).id, text };
}

function textAt(path: string, host: Host): string | null {
  return host.files.text(path, mostBytes);
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function named(path: string): { id: string; path: string } {
  return { id: basename(path, ".json"), path };
}

function sessionsIn(folder: string, host: Host): string[] {
  return filesIn(folder, host).filter((path) => basename(path).startsWith("ses"));
}

function filesIn(folder: string, host: Host): string[] {
  const entries = host.files.list(folder) ?? [];
  return entries
    .filter(({ name, kind }) => kind !== "folder" && name.endsWith(".json"))
    .map(({ name }) => join(folder, name));
}

function foldersIn(folder: string, host: Host): string[] {
  const entries = host.files.list(folder) ?? [];
  return entries.filter(({ kind }) => kind !== "file").map(({ name }) => join(folder, name));
}
