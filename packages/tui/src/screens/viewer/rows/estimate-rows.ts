import type { Item } from "@reprise/model";
import { rowLimit } from "../../../items/row-options.ts";
import type { Block } from "../turns/loaded-turn.ts";

const foldedOutput = 9;

/** Estimates the rows of a block without laying it out. */
export function estimateRows(block: Block, isFolded: boolean, columns: number): number {
  if (block.kind === "heading") return block.isFirst ? 1 : 2;
  if (block.kind === "damage") return block.moreCount > 0 ? 2 : 1;
  return 1 + Math.min(rowsIn(block.item, Math.max(1, columns)), isFolded ? foldedOutput : rowLimit);
}

/** Extrapolates from the first lines. */
function rowsIn(item: Item, columns: number): number {
  const text = textOf(item);
  const titles = titleCount(item);
  if (text === "") return Math.max(1, titles);
  const head = text.slice(0, sample).replace(/\n$/, "");
  const rows = head.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
  return titles + Math.ceil(rows * Math.max(1, sizeOf(item) / Math.max(1, head.length)));
}

/** The action is shown above its output. */
function titleCount(item: Item): number {
  if (item.kind === "edit") return 1 + item.changes.length;
  const isTitled = ["command", "tool", "attachment", "opaque"].includes(item.kind);
  return isTitled ? 1 : 0;
}

/** Characters below the titles. */
function sizeOf(item: Item): number {
  if (item.kind === "edit") return item.changes.reduce((size, { diff }) => size + (diff?.length ?? 0), 0);
  return textOf(item).length;
}

const sample = 600;

function textOf(item: Item): string {
  if (item.kind === "command" || item.kind === "tool") return item.output ?? "";
  if (item.kind === "edit") return item.changes[0]?.diff ?? "";
  if (item.kind === "approval") return item.subject;
  return item.kind === "opaque" ? "" : (item.text ?? "");
}

export function lengthOf(item: Item): number {
  switch (item.kind) {
    case "prompt":
    case "reply":
    case "reasoning":
    case "notice":
      return item.text.length;
    case "attachment":
      return 80 + (item.text?.length ?? 0);
    case "command":
      return item.command.length + (item.output?.length ?? 0);
    case "edit":
      return item.changes.reduce((size, { diff }) => size + 60 + (diff?.length ?? 0), 60);
    case "tool":
      return 80 + (item.output?.length ?? 0);
    case "approval":
      return item.subject.length;
    case "opaque":
      return 80;
  }
}
