import { exactLine } from "../text/exact-text.ts";
import type { FileChange, ItemBody } from "../transcript.ts";
import { isWritten, writtenWords } from "./written-words.ts";

type Edit = ItemBody & { kind: "edit" };

const mostCharacters = 2_000_000;

/**
 * The recorded edits of a session as one text, file by file, in the order in which the files were first edited. Each edit
 * of a file follows the one before: together they are not one patch.
 */
export class RecordedDiff {
  readonly #root: string | null;
  readonly #files = new Map<string, string[]>();
  #characters = 0;
  #editCount = 0;
  #leftOut = 0;

  /** Paths below `root` are shown relative to it. */
  constructor(root: string | null) {
    this.#root = root;
  }

  add(turn: number, edit: Edit): void {
    if (edit.status === "declined") return;
    for (const change of edit.changes) {
      if (isWritten(edit, change) === false) continue;
      this.#editCount += 1;
      if (this.#characters > mostCharacters) {
        this.#leftOut += 1;
        continue;
      }
      const lines = this.#linesOf(change);
      const before = lines.length;
      lines.push(headOf(turn, edit, change));
      if (change.diff !== null) lines.push(bodyOf(change, change.diff));
      for (const line of lines.slice(before)) this.#characters += line.length;
    }
  }

  /** Empty if nothing was edited. */
  get text(): string {
    if (this.#editCount === 0) return "";
    const left = this.#leftOut === 0 ? "" : ` ${this.#leftOut} more are not shown.`;
    const head = `From the edits that the agent recorded, in order.${left} What commands changed is not among them.`;
    return [head, ...[...new Set(this.#files.values())].flat()].join("\n");
  }

  #linesOf({ path, movedTo }: FileChange): string[] {
    const [from, to] = [this.#shown(path), this.#shown(movedTo ?? path)];
    const lines = this.#files.get(from) ?? [`diff --git a/${from} b/${to}`];
    // Later edits name the new path.
    this.#files.set(from, lines).set(to, lines);
    return lines;
  }

  #shown(path: string): string {
    const root = this.#root === null ? null : `${this.#root.replace(/\/+$/, "")}/`;
    return exactLine(root !== null && path.startsWith(root) ? path.slice(root.length) : path);
  }
}

function headOf(turn: number, edit: Edit, change: FileChange): string {
  const words = writtenWords(edit, change);
  const what = { add: "added", delete: "deleted", update: "changed", move: "moved" }[change.change];
  const to = change.movedTo === undefined ? "" : ` to ${exactLine(change.movedTo)}`;
  return `@@ turn ${turn}: ${what}${to}${words === "" ? "" : ` (${words})`} @@`;
}

/** With a sign before each line, so that no line of a file looks like a heading. */
function bodyOf({ change }: FileChange, diff: string): string {
  const lines = diff.replace(/\r?\n$/, "").split("\n");
  if (change === "add" || change === "delete") {
    const sign = change === "add" ? "+" : "-";
    return lines.map((line) => sign + line).join("\n");
  }
  const first = lines.findIndex((line) => line.startsWith("@@"));
  return lines
    .slice(Math.max(0, first))
    .map((line) => (/^(?:[-+ \\]|@@)/.test(line) ? line : ` ${line}`))
    .join("\n");
}
