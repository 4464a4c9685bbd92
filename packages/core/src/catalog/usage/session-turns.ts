import { type Agent, asThreadId, type SessionTurns, sessionIdOf, type Timestamp, type TurnUsage } from "@reprise/model";
import type { Database, SqlRow } from "../../host/database/database.ts";
import type { Selection } from "../query/selection.ts";
import { jsonIn, type Summary } from "../row.ts";
import { type GivenName, titlesOf } from "../text/titles.ts";

/** A session and the files whose own lines belong to it. */
export interface CountedSession {
  readonly row: SqlRow;
  readonly files: readonly number[];
}

/** Every session in scope, hidden in lists or not. Copies of a file are left out, bases belong to other sessions. */
export function countedSessions({ where, values }: Selection, database: Database): CountedSession[] {
  const segments = new Map<string, number[]>();
  for (const { id, ...row } of database
    .prepare("SELECT id, agent, home, thread FROM rollout WHERE role = 'segment'")
    .all()) {
    const known = segments.get(threadKey(row));
    if (known) known.push(Number(id));
    else segments.set(threadKey(row), [Number(id)]);
  }
  return database
    .prepare(
      `SELECT rollout.id, agent, home, thread, workspace, updatedAt, summary FROM rollout JOIN outline USING (id) WHERE ${where}`,
    )
    .all(...values)
    .map((row) => ({ row, files: [...(segments.get(threadKey(row)) ?? []), Number(row.id)] }));
}

export function sessionTurns(
  { row, files }: CountedSession,
  database: Database,
  names: readonly GivenName[],
): SessionTurns {
  const agent = row.agent as Agent;
  const { about, title } = jsonIn<Summary>(row.summary);
  const usage = database.prepare("SELECT turns FROM usage WHERE id = ?");
  return {
    session: sessionIdOf(agent, asThreadId(String(row.thread))),
    agent,
    title: titlesOf(
      { agent, home: String(row.home), thread: String(row.thread), title, name: about.name ?? null },
      names,
    )[0],
    workspace: row.workspace as string | null,
    subagentOf: about.subagentOf ? sessionIdOf(agent, about.subagentOf) : null,
    createdAt: about.createdAt ?? null,
    updatedAt: row.updatedAt as Timestamp,
    forkedFrom: about.forkedFrom ? sessionIdOf(agent, about.forkedFrom) : null,
    turns: files.flatMap((id) => {
      const known = usage.get(id);
      return known ? jsonIn<TurnUsage[]>(known.turns) : [];
    }),
  };
}

function threadKey({ agent, home, thread }: SqlRow): string {
  return JSON.stringify([agent, home, thread]);
}
