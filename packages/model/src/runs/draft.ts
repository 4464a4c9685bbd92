import type { Timestamp } from "../ids.ts";

/** Words that were not sent yet. */
export interface Draft {
  readonly text: string;
  /** In characters of the text, as a string counts them. */
  readonly cursor: number;
  readonly savedAt: Timestamp;
}

/** Unsent words, kept by what they were meant for: a session, or a folder in which a session is to begin. */
export interface Drafts {
  load(place: string): Draft | null;
  /** On disk when it returns. An empty text takes the draft away. */
  save(place: string, draft: Draft): void;
}
