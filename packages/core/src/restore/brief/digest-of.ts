import type { Turn } from "@reprise/model";
import type { Digest } from "./digest.ts";
import { Notes } from "./notes.ts";
import { digestOfNotes } from "./settle.ts";

interface DigestOptions {
  /** The last turn to look at: the session as it was when that had ended. */
  readonly upTo?: number | null | undefined;
  /** Where the session worked: relative paths in commands are meant from there. */
  readonly root?: string | null | undefined;
}

/** One pass over the turns of a session, from its first. Memory does not grow with its length. */
export async function digestOf(
  turns: AsyncIterable<Turn> | Iterable<Turn>,
  { upTo = null, root = null }: DigestOptions = {},
): Promise<Digest> {
  const notes = new Notes(root);
  for await (const turn of turns) {
    if (upTo !== null && turn.number > upTo) break;
    notes.take(turn, { isLast: turn.number === upTo });
  }
  return digestOfNotes(notes);
}
