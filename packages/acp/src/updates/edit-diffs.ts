import { resolve } from "node:path";
import type { ToolCallContent, ToolCallLocation } from "@agentclientprotocol/sdk";
import type { FileChange, ProposedChange } from "@reprise/model";
import { textContent } from "./markdown.ts";

type Change = Pick<FileChange | ProposedChange, "path" | "change" | "diff" | "movedTo">;

/** The edit as editors show it: the two sides of each hunk, or of the whole file where it was added or deleted. */
export function diffContent(changes: readonly Change[], cwd: string): ToolCallContent[] {
  return changes.flatMap((one): ToolCallContent[] => {
    const path = resolve(cwd, one.movedTo ?? one.path);
    if (one.diff === null) return [textContent(`${one.change} ${path}`)];
    if (one.change === "add") return [{ type: "diff", path, oldText: null, newText: one.diff }];
    if (one.change === "delete") return [{ type: "diff", path, oldText: one.diff, newText: "" }];
    const hunks = hunksOf(one.diff);
    if (hunks.length === 0) return [textContent(`${one.change} ${resolve(cwd, one.path)} → ${path}`)];
    return hunks.map(({ oldText, newText }) => ({ type: "diff", path, oldText, newText }));
  });
}

export function editLocations(changes: readonly Change[], cwd: string): ToolCallLocation[] {
  return changes.map(({ path, movedTo, change, diff }) => {
    const line = change === "update" && diff !== null ? (hunksOf(diff)[0]?.line ?? null) : null;
    return { path: resolve(cwd, movedTo ?? path), ...(line === null ? {} : { line }) };
  });
}

interface Hunk {
  readonly oldText: string;
  readonly newText: string;
  /** Where it starts in the new file, from 1; null if the hunk does not say. */
  readonly line: number | null;
}

export function hunksOf(diff: string): Hunk[] {
  const lines = diff.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const hunks: { old: string[]; new: string[]; line: number | null }[] = [];
  for (const line of lines) {
    if (line.startsWith("@@")) {
      const start = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line)?.[1];
      hunks.push({ old: [], new: [], line: start === undefined ? null : Math.max(1, Number(start)) });
      continue;
    }
    const hunk = hunks.at(-1);
    if (hunk === undefined || line.startsWith("\\")) continue; // a header, or a missing newline at the end
    if (!line.startsWith("+")) hunk.old.push(line.slice(1));
    if (!line.startsWith("-")) hunk.new.push(line.slice(1));
  }
  return hunks.map((hunk) => ({ oldText: textOf(hunk.old), newText: textOf(hunk.new), line: hunk.line }));
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
