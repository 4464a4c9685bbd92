import { join } from "node:path";
import { asThreadId, SessionError } from "@reprise/model";
import type { SqlRow } from "../../../host/database/database.ts";
import type { DatabaseCopy } from "../../../host/database/database-copy.ts";
import { digestOf } from "../../../host/digest.ts";
import type { Host } from "../../../host/host.ts";
import { fileVersion } from "../../reading/file-version.ts";
import { noStamp, ReadOrWarn } from "../../reading/read-or-warn.ts";
import type { Located, RolloutRef } from "../../reading/source.ts";
import { sessionOf } from "./database-store.ts";
import { type JsonSession, jsonSessionsIn } from "./json-store.ts";
import { databasesIn, openDatabase } from "./locations.ts";
import { sessionColumns, type Tables, tablesIn } from "./tables.ts";

interface Tally {
  readonly mark: string;
  readonly sizeBytes: number;
  readonly latestMs: number;
}

const nothing: Tally = { mark: "", sizeBytes: 0, latestMs: 0 };

/** One rollout per session of a database, or of files only. */
export function locateOpenCode(home: string, host: Host): Located {
  const readOrWarn = new ReadOrWarn();
  const inFiles = readOrWarn.at(home, () => jsonSessionsIn(home, host)) ?? [];
  const files = new Map(inFiles.map((session) => [session.id, session]));
  const stored = (readOrWarn.at(home, () => databasesIn(home, host)) ?? []).flatMap((path) => {
    return (
      readOrWarn.at(path, () => sessionsIn(path, home, files, host)) ?? [brokenDatabase(path, home, readOrWarn, host)]
    );
  });
  const known = new Set(stored.map(({ thread }) => thread as string | null));
  const kept = inFiles
    .filter(({ id }) => !known.has(id))
    .flatMap((session) => {
      return readOrWarn.at(session.path, () => fileRollout(session, home, readOrWarn, host)) ?? [];
    });
  return { rollouts: [...stored, ...kept], warnings: readOrWarn.warnings };
}

function sessionsIn(path: string, home: string, files: ReadonlyMap<string, JsonSession>, host: Host): RolloutRef[] {
  const copy = openDatabase(path, host);
  if (copy === null) return [];
  try {
    const tables = tablesIn(copy);
    if (!tables.has("session")) throw new SessionError("unreadable", `${path} is not a database of OpenCode.`);
    const tallies = ["message", "part", "session_message", "session_input"].map((table) =>
      tallyOf(copy, table, tables),
    );
    return copy.all(`SELECT ${sessionColumns(tables)} FROM session ORDER BY id`).map((row) => {
      const id = String(row.id);
      const moved = files.get(id);
      const twin = moved ? JSON.stringify([host.files.stamp(moved.path), host.files.stamp(moved.messages)]) : "";
      return rolloutOf(
        path,
        home,
        row,
        tallies.map((tally) => tally.get(id) ?? nothing),
        twin,
      );
    });
  } finally {
    copy.close();
  }
}

/** Row counts and times per session: any change changes the mark. */
function tallyOf(copy: DatabaseCopy, table: string, tables: Tables): Map<string, Tally> {
  const columns = tables.get(table);
  if (!columns) return new Map();
  const time = columns.has("time_updated") ? "time_updated" : "time_created";
  const [content, sent] = table === "session_input" ? ["prompt", "count(promoted_seq)"] : ["data", "0"];
  const rows = copy.all(
    `SELECT session_id, count(*) AS count, CAST(max(${time}) AS REAL) AS latest, total(${time}) AS sum,
            sum(octet_length(${content})) AS bytes, ${sent} AS sent FROM ${table} GROUP BY session_id`,
  );
  return new Map(
    rows.map(({ session_id: id, count, latest, sum, bytes, sent: sentCount }) => {
      const mark = `${count}-${latest}-${sum}-${bytes}-${sentCount}`;
      return [String(id), { mark, sizeBytes: Number(bytes), latestMs: Number(latest) }];
    }),
  );
}

function rolloutOf(path: string, home: string, row: SqlRow, tallies: readonly Tally[], twin: string): RolloutRef {
  const { id, updatedMs, archivedMs } = sessionOf(row);
  const said = tallies.map(({ mark }) => mark);
  const version = digestOf(JSON.stringify([row, said, twin]), "sha1");
  return {
    agent: "opencode",
    home,
    key: `${path}#${id}`,
    path,
    sizeBytes: tallies.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    mtimeMs: Math.max(updatedMs ?? 0, ...tallies.map(({ latestMs }) => latestMs)),
    version,
    thread: asThreadId(id),
    rolloutId: null,
    archived: archivedMs !== null,
  };
}

/** Listed to make the damage visible. */
function brokenDatabase(path: string, home: string, readOrWarn: ReadOrWarn, host: Host): RolloutRef {
  const stamp = readOrWarn.stamp(path, { kind: "other" }, host.files) ?? noStamp;
  const { sizeBytes, mtimeMs } = stamp;
  const version = fileVersion(stamp);
  return {
    agent: "opencode",
    home,
    key: path,
    path,
    sizeBytes,
    mtimeMs,
    version,
    thread: null,
    rolloutId: null,
    archived: false,
  };
}

/** Files are overwritten in place: checks each message and the latest one's parts. */
function fileRollout(session: JsonSession, home: string, readOrWarn: ReadOrWarn, host: Host): RolloutRef {
  const stamp = readOrWarn.stamp(session.path, { kind: "other" }, host.files);
  const messages = entriesOf(session.messages, host);
  const folders = messages.map((name) => session.partsOf(name.replace(/\.json$/, "")));
  const latest = folders.at(-1);
  const paths = [
    ...messages.map((name) => join(session.messages, name)),
    ...folders,
    ...(latest === undefined ? [] : entriesOf(latest, host).map((name) => join(latest, name))),
  ];
  const stamps = [stamp, ...paths.map((path) => host.files.stamp(path))];
  return {
    agent: "opencode",
    home,
    key: session.path,
    path: session.path,
    sizeBytes: stamps.reduce((sum, found) => sum + (found?.sizeBytes ?? 0), 0),
    mtimeMs: Math.max(...stamps.map((found) => found?.mtimeMs ?? 0)),
    version: digestOf(JSON.stringify(stamps), "sha1"),
    thread: asThreadId(session.id),
    rolloutId: null,
    archived: false,
  };
}

function entriesOf(folder: string, host: Host): string[] {
  const names = (host.files.list(folder) ?? []).map(({ name }) => name);
  return names.filter((name) => name.endsWith(".json")).toSorted();
}
