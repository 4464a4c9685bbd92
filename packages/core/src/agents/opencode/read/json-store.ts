import { basename, dirname, join } from "node:path";
import { SessionError, tryParseJson } from "@reprise/model";
import type { Host } from "../../../host/host.ts";
import { fieldOf, isForeign, numberOf, textOf } from "../../foreign.ts";
import { inOrder, type SessionStore, type StoredMessage, type StoredText } from "./session-store.ts";

/** A session in files, from before the database. */
export interface JsonSession {
  readonly id: string;
  readonly path: string;
  readonly messages: string;
  partsOf(message: string): string;
}

/** OpenCode's own ids are unique; others, of other programs, only in their message. */
const ownId = /^prt_\w{26}$/;
const mostBytes = 64 * 1024 * 1024;

/** Migrated sessions are listed from the database. */
export function jsonSessionsIn(home: string, host: Host): JsonSession[] {
  const found = new Map<string, JsonSession>();
  for (const { folder, sessionOf } of foldersOfSessions(home, host)) {
    for (const path of sessionsIn(folder, host)) {
      const session = sessionOf(path);
      if (!found.has(session.id)) found.set(session.id, session);
    }
  }
  return [...found.values()];
}

export function findJsonSession(
  home: string,
  sought: { id: string } | { path: string },
  host: Host,
): JsonSession | null {
  if ("id" in sought && !/^[\w-]+$/.test(sought.id)) return null;
  for (const { folder, sessionOf } of foldersOfSessions(home, host)) {
    const path = "id" in sought ? join(folder, `${sought.id}.json`) : sought.path;
    const isHere = "id" in sought ? host.files.stamp(path) !== null : dirname(path) === folder;
    if (isHere) return sessionOf(path);
  }
  return null;
}

interface SessionFolder {
  readonly folder: string;
  sessionOf(path: string): JsonSession;
}

/** Newer layout first: `storage/session/<project>`, then project folders. */
function foldersOfSessions(home: string, host: Host): SessionFolder[] {
  const storage = join(home, "storage");
  const newer = foldersIn(join(storage, "session"), host).map((folder) => ({
    folder,
    sessionOf: (path: string) => ({
      ...named(path),
      messages: join(storage, "message", named(path).id),
      partsOf: (message: string) => join(storage, "part", message),
    }),
  }));
  const older = foldersIn(join(home, "project"), host).map((project) => {
    const below = join(project, "storage", "session");
    return {
      folder: join(below, "info"),
      sessionOf: (path: string) => ({
        ...named(path),
        messages: join(below, "message", named(path).id),
        partsOf: (message: string) => join(below, "part", named(path).id, message),
      }),
    };
  });
  return [...newer, ...older];
}

export function jsonStore(session: JsonSession, host: Host): SessionStore {
  return {
    session: () => sessionAt(session, host),
    messages: () =>
      filesIn(session.messages, host)
        .map((path): StoredMessage => {
          const { id } = named(path);
          const createdMs = numberOf(fieldOf(tryParseJson(textAt(path, host) ?? ""), "time", "created")) ?? 0;
          return { id, createdMs, seq: 0, partCount: filesIn(session.partsOf(id), host).length, type: null };
        })
        .toSorted(inOrder),
    message: ({ id }) => stored(join(session.messages, `${id}.json`), host),
    parts: ({ id }) =>
      filesIn(session.partsOf(id), host)
        .toSorted()
        .flatMap((path) => stored(path, host) ?? [])
        .map((part) => (ownId.test(part.id) ? part : { ...part, id: `${id}/${part.id}` })),
    close: () => undefined,
  };
}

function sessionAt({ id, path }: JsonSession, host: Host) {
  const value = tryParseJson(textAt(path, host) ?? "");
  if (!isForeign(value))
    throw new SessionError("unreadable", `${path} is incomplete: its messages can still be shown.`);
  return {
    id: textOf(value.id) ?? id,
    parent: textOf(value.parentID),
    directory: textOf(value.directory),
    title: textOf(value.title) ?? "",
    version: textOf(value.version),
    createdMs: numberOf(fieldOf(value, "time", "created")),
    updatedMs: numberOf(fieldOf(value, "time", "updated")),
    latestMs: numberOf(fieldOf(value, "time", "updated")),
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

function named(path: string): { id: string; path: string } {
  return { id: basename(path, ".json"), path };
}

function sessionsIn(folder: string, host: Host): string[] {
  const entries = host.files.list(folder) ?? [];
  return entries
    .filter(({ name }) => name.startsWith("ses") && name.endsWith(".json"))
    .map(({ name }) => join(folder, name));
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
