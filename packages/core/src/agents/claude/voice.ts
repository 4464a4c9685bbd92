import type { Place, Teller } from "./teller.ts";
import type { LeftBranch } from "./tree.ts";

/** Who speaks in a line, and as which part of the tree. */
export interface Voice {
  /** Names the line; unique in the file. */
  readonly key: string;
  /** A sub-agent's line inside its parent's file: its words are not the conversation's. */
  readonly isAside: boolean;
  /** Puts the line into the tree, as a part of this message or of its parent's. To be called once. */
  readonly grow: (message: string | null) => LeftBranch | null;
}

/** Says where the conversation turned: behind a prompt, which begins a turn, and before anything else. */
export function tellLeft(left: LeftBranch | null, place: Place, teller: Teller, voice: Voice): void {
  if (!left) return;
  const { messageCount, firstLine, lastLine, afterLine } = left;
  const from = afterLine === null ? "begins anew" : `goes on from line ${afterLine}`;
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
  const text = `Another branch: here the conversation ${from}. A branch of ${messageCount} ${messageCount === 1 ? "message" : "messages"} (${lines}) was left.`;
  teller.item({ kind: "notice", text }, place, `${voice.key}.branch`);
}
