import type { SessionId } from "./ids.ts";

/**
 * Sessions by a name that another program gave them before their agent did: editors need an id before the first prompt, and
 * use it ever after.
 */
export interface SessionNames {
  /** Null if nobody has that name. */
  sessionOf(name: string): SessionId | null;
  /** The name a session was given; null if none. */
  nameOf(session: SessionId): string | null;
  /** Later sessions of a name replace earlier ones. Best effort: what cannot be saved is known in this process only. */
  save(name: string, session: SessionId): void;
}
