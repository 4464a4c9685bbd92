import type { ItemBody } from "../transcript.ts";

type Edit = Pick<ItemBody & { kind: "edit" }, "status">;

interface Change {
  readonly written?: boolean | null | undefined;
}

/** Whether an edit wrote this file; null if unknown. */
export function isWritten({ status }: Edit, { written }: Change): boolean | null {
  if (status === "done") return true;
  return status === "declined" || status === "waiting" ? false : (written ?? null);
}

/** Shown for each file of an edit that failed or has no outcome; empty if the outcome is enough. */
export function writtenWords(edit: Edit, change: Change): string {
  if (edit.status !== "failed" && edit.status !== "open") return "";
  const written = isWritten(edit, change);
  if (written === null) return edit.status === "open" ? "" : "can't tell if it was written";
  return written ? "written" : "not written";
}
