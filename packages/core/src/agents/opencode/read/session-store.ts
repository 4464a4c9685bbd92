/** A session's metadata. */
export interface StoredSession {
  readonly id: string;
  readonly parent: string | null;
  readonly directory: string | null;
  readonly title: string;
  readonly version: string | null;
  readonly createdMs: number | null;
  readonly updatedMs: number | null;
  /** Last write to any part of it; `updatedMs` if unknown. */
  readonly latestMs: number | null;
  readonly archivedMs: number | null;
  /** Foreign values, as stored. */
  readonly model: unknown;
  readonly permission: unknown;
  readonly revert: unknown;
  readonly tokens: number | null;
}

/** A message without its content, which is read later. */
export interface StoredMessage {
  readonly id: string;
  readonly createdMs: number;
  /** Orders messages of the same time, if the store has it. */
  readonly seq: number;
  readonly partCount: number;
  /** Null for a message with parts; otherwise the kind of a self-contained message, as newer stores keep it. */
  readonly type: string | null;
}

/** JSON, as stored. */
export interface StoredText {
  readonly id: string;
  readonly text: string;
}

/** One session, in any storage. Methods throw `SessionError("unreadable")` if the store cannot be read. */
export interface SessionStore {
  session(): StoredSession | null;
  /** In conversation order. */
  messages(): StoredMessage[];
  message(message: StoredMessage): StoredText | null;
  parts(message: StoredMessage): StoredText[];
  close(): void;
}

export function inOrder(a: StoredMessage, b: StoredMessage): number {
  return a.createdMs - b.createdMs || a.seq - b.seq || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
