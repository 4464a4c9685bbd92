import type { HistoryMark } from "@reprise/model";
import type { FactCollector, LeftBranchItems, LinePosition } from "./fact-collector.ts";

/** Who speaks in a line, and as which part of the tree. */
export interface Branch {
  /** Names the line; unique in the file. */
  readonly key: string;
  /** A sub-agent's line inside its parent's file: its words are not the conversation's. */
  readonly isAside: boolean;
  /** Puts the line into the tree, as a part of this message or of its parent's. To be called once. */
  readonly grow: (message: string | null) => LeftBranchItems | null;
}

/**
 * Says where the conversation turned: behind a prompt, which begins a turn, and before anything else.
 * A prompt at the same place as its mark belongs to what goes on.
 */
export function collectLeft(
  left: LeftBranchItems | null,
  place: LinePosition,
  facts: FactCollector,
  branch: Branch,
): void {
  if (!left) return;
  const { messageCount, firstLine, lastLine, afterLine } = left;
  const from = afterLine === null ? "starts over" : `continues from line ${afterLine}`;
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
  const text = `Another branch: here the conversation ${from}. A branch of ${messageCount} ${messageCount === 1 ? "message" : "messages"} (${lines}) was left.`;
  const mark: HistoryMark | null =
    left.after !== null
      ? { type: "rewind", after: left.after }
      : left.first !== null
        ? { type: "rewind", from: left.first }
        : null;
  facts.item({ kind: "notice", text, ...(mark && { mark }) }, place, `${branch.key}.branch`);
}
