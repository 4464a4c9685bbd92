import type { SessionId } from "./ids.ts";

/** One file of a workspace at an earlier point. */
export interface FileAt {
  readonly path: string;
  /** What has to be done to the file as it is now. */
  readonly change: "none" | "write" | "create" | "delete";
  /** From now to then, unified; null for `none`. */
  readonly diff: string | null;
  /** What it was then; null when it was not there. */
  readonly content: string | null;
  /** SHA-256 of what it is now; null when it is not there. */
  readonly nowHash: string | null;
  /** Why it cannot be known or must not be touched; null when it can. */
  readonly conflict: string | null;
}

/** The files a session edited, as they were after one of its turns. Made without effects. */
export interface FilesPlan {
  readonly session: SessionId;
  readonly turn: number;
  /** The folder they lie in. */
  readonly root: string;
  readonly files: readonly FileAt[];
  /** All of it as one patch. */
  readonly patch: string;
}
