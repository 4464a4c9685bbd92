import { agentOf, type SessionId, shortIdOf } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";

const before = "SELECT thread FROM rollout WHERE thread < ? ORDER BY thread DESC LIMIT 1";
const behind = "SELECT thread FROM rollout WHERE thread > ? ORDER BY thread LIMIT 1";
const known = "SELECT 1 FROM rollout WHERE thread = ? AND agent = ? LIMIT 1";

/** Of those that the catalog has. */
export function shortIdsIn(sessions: readonly SessionId[], database: Database): ReadonlyMap<SessionId, string> {
  const isKnown = (session: SessionId) => database.prepare(known).get(threadOf(session), agentOf(session)) !== null;
  return new Map(sessions.filter(isKnown).map((session) => [session, shortIdIn(session, database)]));
}

/** As much of an id as no other session has: what it begins with is shared most with those next to it. */
export function shortIdIn(session: SessionId, database: Database): string {
  const thread = threadOf(session);
  const neighbours = [before, behind].map((query) => String(database.prepare(query).get(thread)?.thread ?? ""));
  return shortIdOf(session, neighbours);
}

function threadOf(session: SessionId): string {
  return session.slice(session.indexOf(":") + 1);
}
