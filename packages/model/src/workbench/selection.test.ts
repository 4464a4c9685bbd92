import { expect, test } from "vitest";
import { type DiffNode, diffTree, selectionOf, toggled } from "./selection.ts";
import type { DiffDocument } from "./workbench.ts";

function file(path: string, isSelected: boolean, state: DiffDocument["state"] = "written"): DiffDocument {
  return {
    path,
    change: "update",
    diff: null,
    movedTo: null,
    original: null,
    modified: null,
    baseHash: null,
    writtenHash: null,
    isSelected,
    state,
    problem: null,
  };
}

function namesOf(nodes: readonly DiffNode[]): unknown[] {
  return nodes.map((node) => (node.kind === "file" ? node.name : [node.name, namesOf(node.nodes)]));
}

const files = [file("b.ts", true), file("src/core/a.ts", true), file("src/core/b/c.ts", false)];

test("folders come first, and those with nothing else are one", () => {
  expect(namesOf(diffTree(files))).toEqual([["src/core", [["b", ["c.ts"]], "a.ts"]], "b.ts"]);
});

test("a folder is selected as its files are", () => {
  const [folder, top] = diffTree(files) as [DiffNode, DiffNode];
  expect(selectionOf(folder)).toBe("some");
  expect(selectionOf(top)).toBe("all");
  expect(toggled(folder)).toEqual({ paths: ["src/core/b/c.ts", "src/core/a.ts"], isSelected: true });
});

test("a whole folder is deselected", () => {
  const [folder] = diffTree([file("a/b.ts", true)]) as [DiffNode];
  expect(toggled(folder)).toEqual({ paths: ["a/b.ts"], isSelected: false });
});

test("files that were decided no longer count", () => {
  const [folder] = diffTree([file("a/b.ts", true, "kept"), file("a/c.ts", false)]) as [DiffNode];
  expect(selectionOf(folder)).toBe("none");
  expect(toggled(folder).paths).toEqual(["a/c.ts"]);
});
