declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** An agent's short name, the prefix of a session id. Any name of this shape, since programs outlive lists of agents. */
export type Agent = string;
export const agentShape = /^[a-z][a-z0-9-]*$/;

/** The agent's own id of a conversation. Opaque: never parsed, and shortened by `shortIdOf` alone. */
export type ThreadId = Branded<"ThreadId">;

/** `<agent>:<thread id>`; used by every command and screen. */
export type SessionId = Branded<"SessionId">;

/** ISO 8601 in UTC, such as `2026-11-15T19:41:15.710Z`. */
export type Timestamp = Branded<"Timestamp">;

export function asThreadId(text: string): ThreadId {
  return text as ThreadId;
}

export function sessionIdOf(agent: Agent, thread: ThreadId): SessionId {
  return `${agent}:${thread}` as SessionId;
}

export function isSessionId(text: string): text is SessionId {
  const at = text.indexOf(":");
  return at > 0 && at < text.length - 1 && agentShape.test(text.slice(0, at));
}

export function agentOf(session: SessionId): Agent {
  const agent = session.slice(0, session.indexOf(":"));
  if (!agentShape.test(agent)) throw new TypeError(`${session} is no session id.`);
  return agent;
}

/** Ids that begin with the time differ from here on, unless made in the same millisecond. */
const leastShort = 13;

/** The start of a thread id that no other has, as git shortens; the whole session id where that would save little. */
export function shortIdOf(session: SessionId, others: Iterable<string>): string {
  const thread = session.slice(session.indexOf(":") + 1);
  let length = leastShort;
  for (const other of others) if (other !== thread) length = Math.max(length, commonLength(thread, other) + 1);
  if (thread[length - 1] === "-") length += 1;
  return length < thread.length - leastShort ? thread.slice(0, length) : session;
}

function commonLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** Null for anything that is not a date; foreign timestamps are never guessed. */
export function asTimestamp(value: unknown): Timestamp | null {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return value as Timestamp;
  if (typeof value !== "string" && typeof value !== "number") return null;
  if (value === "" || value === 0) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : (date.toISOString() as Timestamp);
}
