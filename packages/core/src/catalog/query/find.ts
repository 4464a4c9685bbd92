import { type Agent, asThreadId, SessionError, sessionIdOf } from "@reprise/model";
import type { Database, SqlRow, SqlValue } from "../../host/database/database.ts";
import type { Files } from "../../host/files/files.ts";
import type { Home } from "../rollout-lookup.ts";
import { jsonIn, type Summary } from "../row.ts";
import type { ThreadNames } from "../thread-names.ts";
import { newestFirst } from "./row-order.ts";
import { selectionOf } from "./selection.ts";

interface FindIn {
  readonly database: Database;
  readonly homes: readonly Home[];
  readonly names: ThreadNames;
  readonly files: Files;
}

/**
 * Tries the whole id or thread id, a file, then a given name or a prefix; the first that finds any decides. A name hides no session: one
 * that is also the thread id of another, or its beginning, is ambiguous. An id with its agent always finds its session.
 */
export function findRow(text: string, among: FindIn): SqlRow {
  const wanted = text.trim();
  if (wanted === "")
    throw new SessionError("bad-use", "Name a session by its id, a prefix of it, its name or its file.");
  for (const rows of waysToFind(wanted, among)) {
    const [row] = rows;
    if (rows.length > 1) throw ambiguous(wanted, rows, among);
    if (row) return row;
  }
  const candidates = nearestTo(wanted, among.database, among.names);
  const hint =
    candidates.length > 0 ? ` Near it: ${candidates.join(", ")}.` : " `reprise list --all` lists all sessions.";
  throw new SessionError("not-found", `No session matches ${wanted}.${hint}`, { candidates });
}

function* waysToFind(wanted: string, among: FindIn): Generator<SqlRow[]> {
  const { agent, thread } = threadIn(wanted, among);
  const ofAgent = agent ? "agent = ? AND " : "";
  const values: SqlValue[] = agent ? [agent] : [];
  const whole = rowsWhere(`${ofAgent}thread = ?`, [...values, thread], among);
  yield agent !== null || whole.length === 0 ? whole : distinct([...whole, ...byName(wanted, among)]);
  yield byFile(wanted, among);
  const begun = [...values, thread, `${thread}\u{10FFFF}`];
  const starting = rowsWhere(`${ofAgent}thread >= ? AND thread < ?`, begun, among);
  yield distinct([...byName(wanted, among), ...starting]);
}

/** `codex:01a1…` is a thread of Codex; anything else is taken literally. */
function threadIn(text: string, { homes }: FindIn): { agent: Agent | null; thread: string } {
  const agent = homes.find(({ source }) => text.startsWith(`${source.agent}:`))?.source.agent ?? null;
  return { agent, thread: agent ? text.slice(agent.length + 1) : text };
}

function rowsWhere(condition: string, values: readonly SqlValue[], { database, homes }: FindIn): SqlRow[] {
  const selection = selectionOf({ scope: "all" }, { homes, workspaces: null, otherStates: new Map() });
  return database
    .prepare(
      `SELECT id, ifnull(path, key) AS path, agent, home, thread FROM rollout WHERE ${selection.where} AND ${condition} ${newestFirst} LIMIT 21`,
    )
    .all(...selection.values, ...values);
}

/** A bare file name matches anywhere. Copies and earlier parts are found too: they may have undone turns. */
function byFile(wanted: string, { database, files, homes }: FindIn): SqlRow[] {
  if (!/[/\\.]/.test(wanted)) return [];
  const escaped = wanted.replace(/[\\%_]/g, "\\$&");
  const places = [wanted, quietReal(wanted, files)];
  const found = database
    .prepare(
      "SELECT id, ifnull(path, key) AS path, agent, home, thread FROM rollout WHERE key IN (?, ?) OR path IN (?, ?) OR ifnull(path, key) LIKE ? ESCAPE '\\'",
    )
    .all(...places, ...places, `%/${escaped}`);
  return found.filter((row) => homes.some(({ path, source }) => path === row.home && source.agent === row.agent));
}

function byName(wanted: string, among: FindIn): SqlRow[] {
  return among.names
    .called(wanted)
    .flatMap(({ agent, home, thread }) =>
      rowsWhere("agent = ? AND home = ? AND thread = ?", [agent, home, thread], among),
    );
}

function distinct(rows: readonly SqlRow[]): SqlRow[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

function ambiguous(wanted: string, rows: readonly SqlRow[], among: FindIn): SessionError {
  const ids = rows.map(({ agent, thread }) => sessionIdOf(agent as Agent, asThreadId(String(thread))));
  const isTold = new Set(ids).size === ids.length;
  const candidates = isTold ? ids : rows.map(({ path }) => String(path));
  const shown = candidates.slice(0, 20);
  const what = isTold ? "Give more of the id" : "Sessions of several homes have this id. Give the path of the file";
  return new SessionError(
    "ambiguous",
    `${wanted} names ${rows.length > 20 ? "more than 20" : rows.length} sessions. ${what}.`,
    { candidates: shown, titles: rows.slice(0, shown.length).map((row) => titleOf(row, among)) },
  );
}

function titleOf({ id, agent, home, thread }: SqlRow, { database, names }: FindIn): string {
  const given = names.of({ agent: agent as Agent, home: String(home), thread: String(thread) });
  const row = database.prepare("SELECT summary FROM outline WHERE id = ?").get(Number(id));
  if (given !== null || !row) return given ?? "";
  const { title, about } = jsonIn<Summary>(row.summary);
  return about.name ?? title;
}

function quietReal(path: string, files: Files): string {
  try {
    return files.real(path);
  } catch {
    return path;
  }
}

const most = 5;
/** A shorter prefix is meaningless. */
const leastCommon = 4;

/** Suggestions by id prefix, name and title. */
function nearestTo(wanted: string, database: Database, names: ThreadNames): string[] {
  const ids = database
    .prepare("SELECT agent, thread FROM rollout WHERE role = 'main' ORDER BY updatedAt DESC")
    .all()
    .map(({ agent, thread }) => ({ agent: agent as Agent, thread: asThreadId(String(thread)) }));
  const byId = ids
    .map(({ agent, thread }) => ({
      id: sessionIdOf(agent, thread),
      common: Math.max(common(thread, wanted), common(sessionIdOf(agent, thread), wanted) - agent.length - 1),
    }))
    .filter((one) => one.common >= leastCommon)
    .toSorted((a, b) => b.common - a.common)
    .map(({ id }) => id);
  const byName = names.containing(wanted).map(({ agent, thread }) => sessionIdOf(agent, asThreadId(thread)));
  return [...new Set([...byName, ...byId.slice(0, most), ...byTitle(wanted, database)])].slice(0, most);
}

function byTitle(wanted: string, database: Database): string[] {
  return database
    .prepare(
      `SELECT agent, thread FROM rollout JOIN outline USING (id) WHERE role = 'main' AND instr(lower(summary ->> '$.title'), lower(?)) > 0
       ORDER BY updatedAt DESC LIMIT ${most}`,
    )
    .all(wanted)
    .map(({ agent, thread }) => sessionIdOf(agent as Agent, asThreadId(String(thread))));
}

function common(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
