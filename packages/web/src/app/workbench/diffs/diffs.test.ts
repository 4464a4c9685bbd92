import { type DiffDocument, diffTree } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { diffRows } from "./diff-rows.ts";
import { diffActions, diffSummary, documentState } from "./document-words.ts";
import { sideBySide } from "./side-by-side.ts";
import { checkedState, movedInTree, treeRows } from "./tree-rows.ts";

function file(path: string, parts: Partial<DiffDocument> = {}): DiffDocument {
  return {
    path,
    change: "update",
    diff: null,
    movedTo: null,
    original: null,
    modified: null,
    baseHash: null,
    writtenHash: null,
    isSelected: true,
    state: "written",
    problem: null,
    ...parts,
  };
}

const shown = (document: DiffDocument) =>
  diffRows(document)?.map(
    ({ kind, parts }) => `${kind} ${parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("")}`,
  );

describe("the lines of a change", () => {
  test("are compared, with the words that differ", () => {
    const document = file("a", {
      original: "one\ntwo words here\nthree\n",
      modified: "one\ntwo other here\nthree\n",
    });
    expect(shown(document)).toEqual(["same one", "removed two [words] here", "added two [other] here", "same three"]);
  });

  test("leave out what is far from a change", () => {
    const lines = Array.from({ length: 40 }, (_, index) => `line ${index}`);
    const document = file("a", {
      original: lines.join("\n"),
      modified: lines.with(20, "changed").join("\n"),
    });
    expect(shown(document)?.[0]).toBe("gap 16 unchanged lines");
    expect(diffRows(document)).toHaveLength(1 + 4 + 2 + 4);
  });

  test("come from the recorded hunks where the texts are not known", () => {
    const document = file("a", { diff: "@@ -3,2 +3,2 @@\n same\n-old\n+new\n" });
    expect(diffRows(document)?.map(({ kind, old, new: now }) => [kind, old, now])).toEqual([
      ["gap", null, null],
      ["same", 3, 3],
      ["removed", 4, null],
      ["added", null, 4],
    ]);
    const dashes = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- old\n+++ new\n";
    expect(shown(file("a", { diff: dashes }))).toEqual(["gap @@ -1 +1 @@", "removed -- old", "added ++ new"]);
    expect(diffRows(file("b"))).toBeNull();
    expect(shown(file("b", { change: "add", diff: "x\ny\n" }))).toEqual(["added x", "added y"]);
  });

  test("hide nothing: every line of both texts is there or counted", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "\x1b[2J"), { maxLength: 30 })
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (original, modified) => {
        const rows = diffRows(file("a", { original, modified })) ?? [];
        const left = rows.reduce((sum, { kind, parts }) => {
          return sum + (kind === "gap" ? Number.parseInt(parts[0]?.text ?? "0", 10) : kind === "added" ? 0 : 1);
        }, 0);
        expect(left).toBeLessThanOrEqual(original.split("\n").length - 1);
        expect(rows.flatMap(({ parts }) => parts).every(({ text }) => !text.includes("\x1b"))).toBe(true);
      }),
    );
  });
});

test("side by side, a removed line is next to the added one", () => {
  const rows = diffRows(file("a", { diff: "@@ -1,3 +1,2 @@\n-one\n-two\n+ONE\n same" })) ?? [];
  const texts = sideBySide(rows).map(({ left, right }) => [
    left?.parts[0]?.text ?? null,
    right?.parts[0]?.text ?? null,
  ]);
  expect(texts.slice(1)).toEqual([
    ["one", "ONE"],
    ["two", null],
    ["same", "same"],
  ]);
});

describe("the tree", () => {
  const nodes = diffTree([
    file("src/a.ts"),
    file("src/b.ts", { isSelected: false }),
    file("top.md", { state: "kept" }),
  ]);
  const none: ReadonlySet<string> = new Set();
  const names = (folded: ReadonlySet<string>) =>
    treeRows(nodes, folded).map(({ node, level }) => `${level} ${node.name}`);

  test("folders fold", () => {
    expect(names(none)).toEqual(["1 src", "2 a.ts", "2 b.ts", "1 top.md"]);
    expect(names(new Set(["src"]))).toEqual(["1 src", "1 top.md"]);
  });

  test("boxes are checked, unchecked, mixed, or gone once decided", () => {
    expect(treeRows(nodes, none).map(({ node }) => checkedState(node))).toEqual(["mixed", "true", "false", null]);
  });

  test("arrows move, fold and unfold", () => {
    const rows = treeRows(nodes, none);
    expect(movedInTree(rows, { at: 0, folded: none }, "ArrowDown")?.at).toBe(1);
    expect(movedInTree(rows, { at: 2, folded: none }, "ArrowLeft")?.at).toBe(0);
    expect([...(movedInTree(rows, { at: 0, folded: none }, "ArrowLeft")?.folded ?? [])]).toEqual(["src"]);
    const folded = new Set(["src"]);
    expect(movedInTree(treeRows(nodes, folded), { at: 0, folded }, "ArrowRight")?.folded.size).toBe(0);
    expect(movedInTree(rows, { at: 3, folded: none }, "End")?.at).toBe(3);
    expect(movedInTree(rows, { at: 0, folded: none }, "x")).toBeNull();
  });
});

describe("what can be done", () => {
  test("written files are kept, proposed ones applied", () => {
    expect(diffActions({ documents: [file("a")] })).toEqual({
      apply: "Keep selected (1)",
      discard: "Discard selected (1)",
      whyNotApply: null,
      whyNotDiscard: null,
    });
    expect(diffActions({ documents: [file("a", { state: "proposed" })] }).apply).toBe("Apply selected (1)");
  });

  test("a stale patch is refused with the others", () => {
    const stale = file("a", { problem: "The file changed." });
    expect(diffActions({ documents: [stale, file("b")] })).toMatchObject({
      whyNotApply: null, // it is only kept as it is
      whyNotDiscard: expect.stringMatching(/^1 selected file cannot be written here.*together or none/),
    });
    const proposed = file("a", { state: "proposed", problem: "The file changed." });
    expect(diffActions({ documents: [proposed] })).toMatchObject({
      whyNotApply: expect.stringMatching(/^1 selected file/),
      whyNotDiscard: null, // it is only dropped
    });
    const problem = "Patch stale: the file has changed since the agent wrote it.";
    expect(documentState(file("a", { problem })).words).toBe("patch stale");
  });

  test("a file that cannot be decided for another reason is not called stale", () => {
    const problem = "The agent did not record what it replaced.";
    expect(documentState(file("a", { problem })).words).toBe("cannot be discarded");
    expect(documentState(file("a", { state: "proposed", problem })).words).toBe("cannot be applied");
  });

  test("is said where there is nothing", () => {
    expect(diffActions({ documents: [file("a", { isSelected: false })] }).whyNotApply).toBe("Select files first.");
    expect(diffActions({ documents: [file("a", { state: "kept" })] }).whyNotDiscard).toMatch(/decided/);
    expect(diffSummary({ documents: [file("a"), file("b", { state: "discarded" })] })).toBe(
      "2 files: 1 to review, 1 discarded",
    );
  });
});
