import { describe, expect, it } from "vitest";
import { changesDone, changesOf } from "./edit.ts";

describe("changesOf", () => {
  it("shows a replacement as a hunk", () => {
    const [change] = changesOf("Edit", { file_path: "/a", old_string: "one\ntwo\n", new_string: "ONE" });
    expect(change).toEqual({ path: "/a", change: "update", diff: "@@\n-one\n-two\n+ONE" });
    expect(changesOf("Edit", { file_path: "/a", old_string: "", new_string: "x" })[0]?.diff).toBe("@@\n+x");
  });

  it("shows several replacements as several hunks of one file", () => {
    const edits = [{ old_string: "a", new_string: "b" }, { old_string: "c", new_string: "" }, "odd"];
    expect(changesOf("MultiEdit", { file_path: "/a", edits })).toEqual([
      { path: "/a", change: "update", diff: "@@\n-a\n+b\n@@\n-c" },
    ]);
  });

  it("shows a written file with its content, and a notebook with its cell", () => {
    expect(changesOf("Write", { file_path: "/a", content: "x\n" })).toEqual([
      { path: "/a", change: "add", diff: "x\n" },
    ]);
    const cell = { notebook_path: "/n.ipynb", cell_id: "c1", new_source: "print(1)" };
    expect(changesOf("NotebookEdit", cell)[0]).toEqual({
      path: "/n.ipynb",
      change: "update",
      diff: "@@ cell c1 @@\n+print(1)",
    });
    expect(changesOf("NotebookEdit", { ...cell, cell_id: undefined, edit_mode: "delete" })[0]?.diff).toBe(
      "@@\n-print(1)",
    );
  });

  it("guesses nothing that is not there", () => {
    expect(changesOf("Edit", {})).toEqual([{ path: "", change: "update", diff: "@@" }]);
    expect(changesOf("Write", { file_path: 3 })).toEqual([{ path: "", change: "add", diff: null }]);
  });
});

describe("changesDone", () => {
  it("takes the hunks that were recorded", () => {
    const structuredPatch = [
      { oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [" one", "-two", "+TWO", " three"] },
    ];
    expect(changesDone({ type: "update", filePath: "/a", structuredPatch })).toEqual([
      { path: "/a", change: "update", diff: "@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three" },
    ]);
  });

  it("takes the content of a new file, and nothing from what says nothing", () => {
    expect(changesDone({ type: "create", filePath: "/a", content: "x", structuredPatch: [] })).toEqual([
      { path: "/a", change: "add", diff: "x" },
    ]);
    expect(changesDone("Error: no")).toEqual([]);
    expect(changesDone({ filePath: "/a" })).toEqual([]);
  });
});
