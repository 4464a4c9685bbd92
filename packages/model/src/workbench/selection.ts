import type { DiffDocument } from "./workbench.ts";

/** `some`: of a folder, not all files are selected. */
export type Selection = "all" | "some" | "none";

/** Files and folders of a diff, as a tree. */
export type DiffNode =
  | { readonly kind: "file"; readonly name: string; readonly path: string; readonly document: DiffDocument }
  | {
      readonly kind: "folder";
      /** Folders with nothing else in them are one: `src/core`. */
      readonly name: string;
      readonly path: string;
      readonly nodes: readonly DiffNode[];
    };

/** Folders first, each by name. */
export function diffTree(documents: readonly DiffDocument[]): readonly DiffNode[] {
  return nodesOf(
    documents.map((document) => ({ document, parts: partsOf(document.path) })),
    "",
  );
}

/** Only files that can still be decided count. */
export function selectionOf(node: DiffNode): Selection {
  const files = filesIn(node).filter(isOpen);
  const count = files.filter(({ isSelected }) => isSelected).length;
  if (count === 0) return "none";
  return count === files.length ? "all" : "some";
}

/** The paths that a click on a node selects, or deselects: a partly selected folder is selected whole. */
export function toggled(node: DiffNode): { readonly paths: readonly string[]; readonly isSelected: boolean } {
  const paths = filesIn(node)
    .filter(isOpen)
    .map(({ path }) => path);
  return { paths, isSelected: selectionOf(node) !== "all" };
}

/** The person has not decided about it yet. */
export function isOpen({ state }: Pick<DiffDocument, "state">): boolean {
  return state === "proposed" || state === "written";
}

export function filesIn(node: DiffNode): readonly DiffDocument[] {
  return node.kind === "file" ? [node.document] : node.nodes.flatMap(filesIn);
}

interface Placed {
  readonly document: DiffDocument;
  readonly parts: readonly string[];
}

function partsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function nodesOf(files: readonly Placed[], above: string): readonly DiffNode[] {
  const folders = new Map<string, Placed[]>();
  const nodes: DiffNode[] = [];
  for (const { document, parts } of files) {
    const [first = "", ...rest] = parts;
    if (rest.length === 0) nodes.push({ kind: "file", name: first, path: document.path, document });
    else folders.set(first, [...(folders.get(first) ?? []), { document, parts: rest }]);
  }
  const inner = [...folders].map(([name, below]) => folderOf(name, `${above}${name}`, below));
  return [...inner.toSorted(byName), ...nodes.toSorted(byName)];
}

function folderOf(name: string, path: string, below: readonly Placed[]): DiffNode {
  const nodes = nodesOf(below, `${path}/`);
  const [only] = nodes;
  if (nodes.length === 1 && only?.kind === "folder") return { ...only, name: `${name}/${only.name}` };
  return { kind: "folder", name, path, nodes };
}

function byName(a: DiffNode, b: DiffNode): number {
  return a.name < b.name ? -1 : 1;
}
