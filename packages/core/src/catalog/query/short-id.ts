import { type SessionId, shortIdOf } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";

const before = "SELECT thread FROM rollout WHERE thread < ? ORDER BY thread DESC LIMIT 1";
const behind = "SELECT thread FROM rollout WHERE thread > ? ORDER BY thread LIMIT 1";

/** As much of an id as no other session has: what it begins with is shared most with those next to it. */
export function shortIdIn(session: SessionId, database: Database): string {
  const thread = session.slice(session.indexOf(":") + 1);
  const neighbours = [before, behind].map((query) => String(database.prepare(query).get(thread)?.thread ?? ""));
  return shortIdOf(session, neighbours);
}
