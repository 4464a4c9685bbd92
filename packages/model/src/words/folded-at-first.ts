import type { ItemBody } from "../transcript.ts";

const shortDiff = 3_000;
const shortPrompt = 4_000;

/** Messages start unfolded; reasoning and work start folded. */
export function isFoldedAtFirst(item: ItemBody): boolean {
  switch (item.kind) {
    case "reasoning":
    case "command":
    case "tool":
    case "attachment":
    case "opaque":
      return true;
    case "edit":
      return item.changes.reduce((size, { diff }) => size + (diff?.length ?? 0), 0) > shortDiff;
    case "prompt":
      return item.text.length > shortPrompt;
    case "reply":
    case "approval":
    case "notice":
      return false;
  }
}
