import { exactCode, type FileChange } from "@reprise/model";

export interface DiffLine {
  readonly kind: "added" | "removed" | "place" | "name" | "same";
  readonly text: string;
}

/** A change as lines with signs; the whole content of an added or deleted file gets them. Safe to show, and exact. */
export function diffLines(diff: string, change: FileChange["change"]): readonly DiffLine[] {
  const lines = exactCode(diff).split("\n");
  if (change === "add") return lines.map((line) => ({ kind: "added", text: `+${line}` }));
  if (change === "delete") return lines.map((line) => ({ kind: "removed", text: `-${line}` }));
  return lines.map((text) => ({ kind: kindOf(text), text }));
}

function kindOf(line: string): DiffLine["kind"] {
  if (/^(?:\+\+\+|---) /.test(line)) return "name";
  if (line.startsWith("+")) return "added";
  if (line.startsWith("-")) return "removed";
  return line.startsWith("@@") ? "place" : "same";
}
