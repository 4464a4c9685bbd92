import { joinedOutput, type SavedChange } from "@reprise/model";

/** One change in place of two in a row, if there is one; null otherwise. */
export function coalesced(first: SavedChange, next: SavedChange): SavedChange | null {
  if (first.type === "draft" && next.type === "draft") return next;
  if (first.type === "text" && next.type === "text" && first.entry === next.entry)
    return { ...first, text: first.text + next.text };
  if (first.type !== "output" || next.type !== "output" || first.exec !== next.exec) return null;
  return next.isWhole ? next : { ...first, ...joinedOutput(first, next) };
}

/** Changes of these do not depend on the order between different ones. */
export function streamKey(change: SavedChange): string | null {
  if (change.type === "text") return `text ${change.entry}`;
  if (change.type === "output") return `output ${change.exec}`;
  return change.type === "draft" ? "draft" : null;
}
