import { exactLine } from "@reprise/model";

/** One file of a diff. */
export interface DiffFile {
  /** As the diff names it, safe to show. */
  readonly name: string;
  readonly text: string;
  readonly lineCount: number;
}

/** The files of a diff of git, in its order. Text before the first is one of no name. */
export function diffFiles(diff: string): readonly DiffFile[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((text) => text.trim() !== "")
    .map((whole) => {
      const text = whole.replace(/\n$/, "");
      return { name: exactLine(nameIn(text)), text, lineCount: text.split("\n").length };
    });
}

function nameIn(text: string): string {
  const added = /^\+\+\+ (?:b\/)?(?!\/dev\/null)([^\t\n]+)/m.exec(text)?.[1];
  const removed = /^--- (?:a\/)?(?!\/dev\/null)([^\t\n]+)/m.exec(text)?.[1];
  return added ?? removed ?? /^diff --git a\/.+? b\/([^\n]+)/.exec(text)?.[1] ?? "";
}
