import { type Agent, asThreadId, sessionIdOf } from "@reprise/model";
import type { Database } from "../host/database.ts";
import type { Names } from "./names.ts";

const most = 5;
/** A shorter common beginning says nothing. */
const leastCommon = 4;

/** Ids of sessions a person may have meant: by the beginning of the id, by name, by title. */
export function nearestTo(wanted: string, database: Database, names: Names): string[] {
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
