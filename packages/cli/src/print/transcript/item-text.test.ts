import { type ItemBody, itemMarkdown } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { itemOf } from "../../../test/support/sessions.ts";
import { itemHtml } from "../../export/html-item.ts";
import { coloured, plain } from "../paint.ts";
import { itemText } from "./item-text.ts";

const text = (body: ItemBody, foldLines: number | null = null) => itemText(itemOf(body), { paint: plain, foldLines });
const command = (given: Partial<ItemBody & { kind: "command" }>): ItemBody => ({
  kind: "command",
  command: "ls",
  output: null,
  exitCode: 0,
  status: "done",
  ...given,
});

test("blank lines stay, without spaces at their end", () => {
  expect(text({ kind: "prompt", text: "a\n\n\nb" })).toBe("> a\n>\n>\n> b\n");
  expect(text(command({ output: "\na\n\nb\n\n" }))).toBe("$ ls  (exit 0)\n\n  a\n\n  b\n");
});

test("a script of several lines is one command", () => {
  expect(text(command({ command: "cd x\nmake", exitCode: 2 }))).toBe("$ cd x\n  make  (exit 2)\n");
});

test.each([
  ["open", "  (outcome unknown: may have partly run)"],
  ["waiting", "  (not run, waiting for approval)"],
  ["declined", "  (declined)"],
  ["failed", "  (failed)"],
  ["done", ""],
] as const)("a command without an exit code that is %s says %j", (status, words) => {
  expect(text(command({ exitCode: null, status }))).toBe(`$ ls${words}\n`);
});

test("an edit that failed says why, and of each file whether it was written; a rename names its target", () => {
  const failed: ItemBody = {
    kind: "edit",
    status: "failed",
    reason: "Failed to write file b\u001b[2J\n",
    changes: [
      { path: "a", change: "move", diff: null, movedTo: "c", written: true },
      { path: "b", change: "add", diff: null },
      { path: "d", change: "add", diff: null, written: false },
    ],
  };
  expect(text(failed)).toBe(
    [
      "edit  (failed)",
      "  Failed to write file b",
      "  move a → c  (written)",
      "  add b  (can't tell if it was written)",
      "  add d  (not written)",
      "",
    ].join("\n"),
  );
  const html = itemHtml(itemOf(failed));
  expect(html).toContain("Failed to write file b");
  expect(html).toContain("move <code>a</code> → <code>c</code> · written</p>");
  const markdown = itemMarkdown(itemOf(failed));
  expect(markdown).toContain("Failed to write file b");
  expect(markdown).toContain("add `d` · not written\n");
});

describe("changes", () => {
  const edit = (change: "add" | "update" | "delete" | "move", diff: string | null): ItemBody => ({
    kind: "edit",
    changes: [{ path: "a", change, diff }],
    status: "open",
  });

  test("whole files are signed line by line, patches stay as they are", () => {
    expect(text(edit("add", "x\n\ny\n"))).toContain("  add a\n    +x\n    +\n    +y\n");
    expect(text(edit("delete", "x\n"))).toContain("  delete a\n    -x\n");
    expect(text(edit("update", "@@ -1 +1 @@\n-x\n+y\n"))).toContain("  update a\n    @@ -1 +1 @@\n    -x\n    +y\n");
    expect(text(edit("move", null))).toBe("edit  (outcome unknown: may have partly run)\n  move a\n");
  });

  test("are folded and coloured on a terminal", () => {
    const diff = Array.from({ length: 30 }, (_, index) => `+${index}`).join("\n");
    const shown = itemText(itemOf(edit("update", diff)), { paint: coloured, foldLines: 6 });
    expect(shown).toContain(
      "    \u001b[32m+3\u001b[39m\n    \u001b[2m… 24 more lines (--full)\u001b[22m\n    \u001b[32m+28\u001b[39m\n",
    );
  });
});

test("one line more than the fold is shown: the note would take its place", () => {
  const output = (count: number) => Array.from({ length: count }, (_, index) => `l${index}`).join("\n");
  expect(text(command({ output: output(7) }), 6)).not.toContain("more line");
  expect(text(command({ output: output(8) }), 6)).toContain("  l3\n  … 2 more lines (--full)\n  l6\n");
});

test("an opaque item is one short line, however large it is", () => {
  const shown = text({ kind: "opaque", raw: { blob: "x".repeat(1_000_000), lines: "a\nb" } });
  expect(shown.length).toBeLessThan(220);
  expect(shown).toMatch(/^unknown record: \{"blob":"x+…\n$/);
});

test("a megabyte of any one character takes no noticeable time", () => {
  for (const character of ["\n", " ", "`", "\t", "\u001b", "\r", "<", "-", "日"]) {
    const long = `${character.repeat(300_000)}x`;
    for (const body of [command({ output: long, command: long }), { kind: "reply", text: long } as const]) {
      expect(text(body, 12).length).toBeGreaterThan(0);
      expect(itemMarkdown(itemOf(body)).length).toBeGreaterThan(0);
      expect(itemHtml(itemOf(body)).length).toBeGreaterThan(0);
    }
  }
});
