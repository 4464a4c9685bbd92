import type { Input } from "../../kernel/input.ts";
import { actionFor } from "../../kernel/keys.ts";
import type { Size } from "../../kernel/screen.ts";
import { editField, emptyField, type Field } from "../field.ts";
import { isMove, rowsBy, topWithin } from "../scroll.ts";
import { type DiffState, type LaidDiff, laidDiff } from "./state.ts";
import { diffHeight } from "./view.ts";

/** Null: it is closed. */
export function pressDiff(before: DiffState, input: Input, size: Size): DiffState | null {
  const diff = { ...before, note: null };
  if (diff.typing !== null) return typed(diff, diff.typing, input, size);
  if (input.type === "wheel") return scrolled(diff, diff.top + input.lines, size);
  if (input.type === "resize") return scrolled(diff, diff.top, size);
  const action = input.type === "key" ? actionFor(diff.opening.keys, input.key) : null;
  if (isMove(action)) return scrolled(diff, diff.top + rowsBy(action, diffHeight(size)), size);
  switch (action) {
    case "back":
    case "escape":
      return null;
    case "search":
      return { ...diff, typing: emptyField };
    case "previous-file":
    case "next-file":
      return toFile(diff, action === "next-file", size);
    case "next-match":
    case "previous-match":
      return toMatch(diff, action === "next-match" ? 1 : -1, size);
    case null:
      return diff;
  }
}

function typed(diff: DiffState, field: Field, input: Input, size: Size): DiffState {
  if (input.type === "key" && input.key === "escape") return { ...diff, typing: null };
  if (input.type === "key" && input.key === "enter") {
    const sought = field.text === "" ? diff.sought : field.text;
    return toMatch({ ...diff, typing: null, sought }, 1, size);
  }
  return { ...diff, typing: editField(field, input) ?? field };
}

function scrolled(diff: DiffState, top: number, size: Size): DiffState {
  const { length } = laidOf(diff, size).rows;
  return { ...diff, top: topWithin(top, length, diffHeight(size)) };
}

function toFile(diff: DiffState, isNext: boolean, size: Size): DiffState {
  const { files } = laidOf(diff, size);
  const found = isNext ? files.find(({ row }) => row > diff.top) : files.findLast(({ row }) => row < diff.top);
  if (found === undefined) return { ...diff, note: isNext ? "This is the last file." : "This is the first file." };
  const next = scrolled(diff, found.row, size);
  return next.top === diff.top && isNext ? { ...next, note: "The rest is in view." } : next;
}

function toMatch(diff: DiffState, by: 1 | -1, size: Size): DiffState {
  const { sought, top } = diff;
  if (sought === null) return { ...diff, note: "Nothing is looked for. / searches." };
  const { rows } = laidOf(diff, size);
  const words = sought.toLowerCase();
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (top + by * step + rows.length * step) % rows.length;
    if (rows[at]?.text.toLowerCase().includes(words)) return scrolled(diff, at, size);
  }
  return { ...diff, note: "Not found." };
}

function laidOf({ text }: DiffState, { columns }: Size): LaidDiff {
  return laidDiff(text ?? "", columns);
}
