import { type DiffNode, isOpen, type Selection, selectionOf } from "@reprise/model";

/** A node of the tree as a row. */
export interface TreeRow {
  readonly node: DiffNode;
  /** From 1. */
  readonly level: number;
  readonly isFolded: boolean;
}

/** The rows in sight, top down. */
export function treeRows(nodes: readonly DiffNode[], folded: ReadonlySet<string>, level = 1): readonly TreeRow[] {
  return nodes.flatMap((node) => {
    const isFolded = node.kind === "folder" && folded.has(node.path);
    const below = node.kind === "folder" && !isFolded ? treeRows(node.nodes, folded, level + 1) : [];
    return [{ node, level, isFolded }, ...below];
  });
}

/** Null: all its files were decided, so there is nothing to select. */
export function checkedState(node: DiffNode): "true" | "false" | "mixed" | null {
  if (!hasOpen(node)) return null;
  return checked[selectionOf(node)];
}

const checked: Readonly<Record<Selection, "true" | "false" | "mixed">> = {
  all: "true",
  some: "mixed",
  none: "false",
};

function hasOpen(node: DiffNode): boolean {
  return node.kind === "file" ? isOpen(node.document) : node.nodes.some(hasOpen);
}

export interface TreeMove {
  readonly at: number;
  readonly folded: ReadonlySet<string>;
}

/** After a key in a tree; null if it means nothing here. */
export function movedInTree(rows: readonly TreeRow[], { at, folded }: TreeMove, key: string): TreeMove | null {
  const row = rows[at];
  if (row === undefined) return rows.length === 0 ? null : { at: 0, folded };
  const to = (next: number) => ({ at: Math.max(0, Math.min(rows.length - 1, next)), folded });
  const isFolder = row.node.kind === "folder";
  switch (key) {
    case "ArrowDown":
      return to(at + 1);
    case "ArrowUp":
      return to(at - 1);
    case "Home":
      return to(0);
    case "End":
      return to(rows.length - 1);
    case "ArrowRight":
      if (!isFolder) return null;
      return row.isFolded ? { at, folded: without(folded, row.node.path) } : to(at + 1);
    case "ArrowLeft":
      if (isFolder && !row.isFolded) return { at, folded: new Set([...folded, row.node.path]) };
      return to(parentOf(rows, at));
    default:
      return null;
  }
}

function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  const parent = rows.slice(0, at).findLastIndex((row) => row.level < level);
  return parent === -1 ? at : parent;
}

function without(folded: ReadonlySet<string>, path: string): ReadonlySet<string> {
  return new Set([...folded].filter((one) => one !== path));
}
