import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Workspace } from "../../../test/rewind/tree.ts";
import { fileDiff, newFileMode } from "./file-diff.ts";

const plain = { mode: 0o644, note: null };

test("a diff is as git writes it", () => {
  expect(fileDiff({ ...plain, name: "a b.txt", now: null, earlier: "x" })).toBe(
    "diff --git a/a b.txt b/a b.txt\nnew file mode 100644\n--- /dev/null\n+++ b/a b.txt\t\n@@ -0,0 +1,1 @@\n+x\n\\ No newline at end of file\n",
  );
  expect(fileDiff({ ...plain, mode: 0o755, name: 'a"b', now: "x\n", earlier: null })).toBe(
    'diff --git "a/a\\"b" "b/a\\"b"\ndeleted file mode 100755\n--- "a/a\\"b"\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n',
  );
  expect(fileDiff({ ...plain, name: "a", now: "x\n", earlier: "y\n", note: "Why." })).toBe(
    "# Why.\ndiff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-x\n+y\n",
  );
  expect(fileDiff({ ...plain, name: "a", now: null, earlier: "" })).toBe("diff --git a/a b/a\nnew file mode 100644\n");
  expect(fileDiff({ ...plain, name: "a", now: "x", earlier: "x" })).toBeNull();
});

test("the permissions of a new file stand in its diff, and are not read from its text", () => {
  const made = (mode: number, earlier: string) => fileDiff({ name: "a", now: null, earlier, mode, note: null });
  expect(newFileMode(made(0o755, ""))).toBe(0o755);
  expect(newFileMode(made(0o644, "new file mode 100755\n"))).toBe(0o644);
  expect(newFileMode(fileDiff({ ...plain, name: "a", now: "x", earlier: "new file mode 100755\n" }))).toBeNull();
  expect(newFileMode(null)).toBeNull();
});

test("a file that changed nearly everywhere is one hunk, which git takes too", () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word} ${index}`).join("\n");
  const work = new Workspace({ "a.txt": lines("now") });
  const diff = fileDiff({ ...plain, name: "a.txt", now: lines("now"), earlier: lines("then") }) ?? "";
  expect(diff.match(/^@@/gm)).toHaveLength(1);
  writeFileSync(join(work.folder, "p.patch"), diff);
  execFileSync("git", ["apply", "../p.patch"], {
    cwd: work.root,
    env: { PATH: process.env.PATH, HOME: work.folder },
  });
  expect(work.tree()).toEqual({ "a.txt": lines("then") });
  work.remove();
});
