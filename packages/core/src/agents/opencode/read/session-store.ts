/** What is known about a session apart from what was said in it. */
export interface StoredSession {
  readonly id: string;
  readonly parent: string | null;
  readonly directory: string | null;
  readonly title: string;
  readonly version: string | null;
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  /** When anything of it was last written; the same as `updatedMs` where that is not known. */
  readonly latestMs: number | null;
  readonly archivedMs: number | null;
  /** Foreign values, as they were stored. */
  readonly model: unknown;
  readonly permission: unknown;
  readonly revert: unknown;
  readonly tokens: number | null;
}

/** A message by its name only; what it says is read when it is its turn. */
export interface StoredMessage {
  readonly id: string;
  readonly createdMs: number;
  /** The order of what was made at the same time, where the store has one. */
  readonly seq: number;
  readonly partCount: number;
  /** Null for a message with parts; else the kind of a message that holds everything itself, as newer stores keep it. */
  readonly type: string | null;
}

/** JSON, as it was stored. */
export interface StoredText {
  readonly id: string;
  readonly text: string;
}

/** One session, wherever it is stored. Methods throw `SessionError("unreadable")` when the store cannot answer. */
export interface SessionStore {
  session(): StoredSession | null;
  /** In the order in which they were said. */
  messages(): StoredMessage[];
  message(message: StoredMessage): StoredText | null;
  parts(message: StoredMessage): StoredText[];
  close(): void;
}

export function inOrder(a: StoredMessage, b: StoredMessage): number {
  return a.createdMs - b.createdMs || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
