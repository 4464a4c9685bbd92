import { exactCode, exactLine } from "../text/exact-text.ts";
import type { ChangeBlock, ItemBlock } from "./presented.ts";

export function changesIn(blocks: readonly ItemBlock[]): readonly ChangeBlock[] {
  return blocks.filter((block) => block.type === "change");
}

/** `old.ts → new.ts` */
export function changedPaths({ path, movedTo }: ChangeBlock, shown: (path: string) => string = exactLine): string {
  return `${shown(path)}${movedTo === null ? "" : ` → ${shown(movedTo)}`}`;
}

/** The content of an added or deleted file has no signs of its own. */
export function signOf({ change }: Pick<ChangeBlock, "change">): "+" | "-" | "" {
  if (change === "add") return "+";
  return change === "delete" ? "-" : "";
}

/** Exact, with a sign before each added or removed line. */
export function signedDiff(change: ChangeBlock, diff: string): string {
  const [sign, text] = [signOf(change), exactCode(diff)];
  return sign === "" ? text : sign + text.replaceAll("\n", `\n${sign}`);
}

export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** Lines added and removed by all changes, as far as their diffs are known. Splits no text. */
export function changedLines(changes: readonly Pick<ChangeBlock, "change" | "diff">[]): ChangedLines {
  let [added, removed] = [0, 0];
  for (const { change, diff } of changes) {
    if (diff === null) continue;
    for (let start = 0; start < diff.length; ) {
      const sign = signOf({ change }) || diff[start];
      const isName = change !== "add" && change !== "delete" && /^(?:\+\+\+|---) /.test(diff.slice(start, start + 4));
      if (sign === "+" && !isName) added += 1;
      if (sign === "-" && !isName) removed += 1;
      const end = diff.indexOf("\n", start);
      start = end === -1 ? diff.length : end + 1;
    }
  }
  return { added, removed };
}
