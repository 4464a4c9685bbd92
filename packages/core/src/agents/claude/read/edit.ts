import type { FileChange } from "@reprise/model";
import { type Foreign, fieldOf, isForeign, listOf, numberOf, textOf } from "../../foreign.ts";

/** Planned changes; line numbers are recorded only afterwards. */
export function changesOf(name: string, input: Foreign): FileChange[] {
  const path = textOf(input.file_path) ?? textOf(input.notebook_path) ?? "";
  if (name === "Write") return [{ path, change: "add", diff: textOf(input.content) }];
  if (name === "NotebookEdit") return [{ path, change: "update", diff: notebookHunk(input) }];
  const edits = name === "MultiEdit" ? listOf(input.edits).filter(isForeign) : [input];
  const hunks = edits.map((edit) => hunkOf(textOf(edit.old_string) ?? "", textOf(edit.new_string) ?? ""));
  return [{ path, change: "update", diff: hunks.join("\n") }];
}

/** What was changed, as the result records it; empty when it does not. */
export function changesDone(result: unknown): FileChange[] {
  const path = textOf(fieldOf(result, "filePath"));
  if (path === null) return [];
  const hunks = listOf(fieldOf(result, "structuredPatch")).filter(isForeign).map(recordedHunk);
  if (hunks.length > 0) return [{ path, change: "update", diff: hunks.join("\n") }];
  const content = textOf(fieldOf(result, "content"));
  return fieldOf(result, "type") === "create" && content !== null ? [{ path, change: "add", diff: content }] : [];
}

function recordedHunk(hunk: Foreign): string {
  const [oldStart, oldLines, newStart, newLines] = ["oldStart", "oldLines", "newStart", "newLines"].map(
    (field) => numberOf(hunk[field]) ?? 0,
  );
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...listOf(hunk.lines).map(String)].join("\n");
}

function hunkOf(before: string, after: string): string {
  return ["@@", ...marked("-", before), ...marked("+", after)].join("\n");
}

function notebookHunk(input: Foreign): string {
  const cell = textOf(input.cell_id);
  const sign = input.edit_mode === "delete" ? "-" : "+";
  return [cell === null ? "@@" : `@@ cell ${cell} @@`, ...marked(sign, textOf(input.new_source) ?? "")].join("\n");
}

function marked(sign: string, text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => `${sign}${line}`);
}
