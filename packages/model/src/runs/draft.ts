import type { Timestamp } from "../ids.ts";
import type { PromptInput } from "../run.ts";

/** Unsent text. */
export interface Draft {
  readonly text: string;
  /** In UTF-16 units of the text. */
  readonly cursor: number;
  readonly savedAt: Timestamp;
  /** Images and files to be sent with it. */
  readonly inputs?: readonly PromptInput[] | undefined;
}

/** Unsent text by destination: a session, or a folder for a new session. */
export interface Drafts {
  load(place: string): Draft | null;
  /** On disk when it returns. An empty text without inputs removes the draft. */
  save(place: string, draft: Draft): void;
}
