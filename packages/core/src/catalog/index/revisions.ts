import { type Agent, asThreadId, type SessionId, sessionIdOf } from "@reprise/model";
import type { Database, SqlRow } from "../../host/database/database.ts";

interface Session {
  readonly agent: string;
  readonly thread: string;
}

/** Of sessions that are gone so many are remembered. */
const mostGone = 1000;

/** Call in a transaction that changes rows, once: its rows get the number, so that one query says what has changed since, in any process. */
export function nextRevision(database: Database): number {
  database.prepare("UPDATE revision SET number = number + 1").run();
  database
    .prepare(
      `DELETE FROM gone WHERE revision < (SELECT revision FROM gone ORDER BY revision DESC LIMIT 1 OFFSET ${mostGone})`,
    )
    .run();
  return lastRevision(database);
}

/** Call in a transaction. What a row was goes with it. */
export function noteGone(database: Database, { agent, thread }: Session, revision: number): void {
  database
    .prepare("INSERT OR REPLACE INTO gone (agent, thread, revision) VALUES (?, ?, ?)")
    .run(agent, thread, revision);
}

export function lastRevision(database: Database): number {
  return Number(database.prepare("SELECT number FROM revision").get()?.number);
}

/** Sessions of which a row or a run has changed since then; null: any may have, since more are gone than are remembered. */
export function sessionsSince(database: Database, revision: number): readonly SessionId[] | null {
  const changed = (table: string) =>
    database.prepare(`SELECT DISTINCT agent, thread FROM ${table} WHERE revision > ?`).all(revision);
  const gone = changed("gone");
  if (gone.length >= mostGone) return null;
  const known = [...changed("rollout"), ...changed("run").filter(({ thread }) => thread !== null), ...gone];
  return [...new Set(known.map(idOf))];
}

function idOf({ agent, thread }: SqlRow): SessionId {
  return sessionIdOf(agent as Agent, asThreadId(String(thread)));
}
