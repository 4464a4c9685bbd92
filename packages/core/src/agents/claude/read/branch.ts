import type { HistoryMark } from "@reprise/model";
import type { FactCollector, LeftBranchItems, LinePosition } from "./fact-collector.ts";

export interface Branch {
  /** Unique in the file. */
  readonly key: string;
  /** A sub-agent's line in its parent's file. */
  readonly isAside: boolean;
  /** Adds the line to the tree under this message. Call once. */
  readonly grow: (message: string | null) => LeftBranchItems | null;
}

/** Reports a branch switch: after a prompt, which starts a turn, and before anything else. A prompt at the mark's place belongs to the continuation. */
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
