import type { ItemBody } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { bareTheme, makeTheme } from "../kernel/theme.ts";
import { widthOf } from "../text/width.ts";
import { itemRows } from "./item-rows.ts";
import { rowLimit } from "./row-options.ts";

const coloured = makeTheme({ hasColor: true });
const shown = (item: ItemBody, isFolded = false, columns = 40) =>
  itemRows(item, { columns, isFolded, theme: bareTheme }).join("\n");
const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`).join("\n");
const command = (given: Partial<ItemBody & { kind: "command" }>): ItemBody => ({
  kind: "command",
  command: "npm test",
  output: null,
  exitCode: 0,
  status: "done",
  ...given,
});

test("a prompt is marked and bold, its further rows stand below its words", () => {
  const item: ItemBody = {
    kind: "prompt",
    text: "Make the cart survive a reload of the page.\nThen test it.",
  };
  expect(shown(item)).toMatchInlineSnapshot(`
    "› Make the cart survive a reload of the
      page.
      Then test it."
  `);
  expect(itemRows(item, { columns: 40, isFolded: false, theme: coloured })[0]).toContain("\x1b[1m›");
});

test("a reply is laid out as Markdown", () => {
  const text =
    "# Title\n\nSome **bold** words and `code`, and a [link](https://example.org).\n\n1. one\n2. two\n   - inner\n\n| a | b |\n|---|---|\n| 1 | 日本 |\n\n```ts\nconst a = 1;\n```\n> quoted";
  expect(shown({ kind: "reply", text })).toMatchInlineSnapshot(`
    "Title

    Some bold words and code, and a link
    (https://example.org).

    1. one
    2. two
        - inner

    ┌───┬──────┐
    │ a │ b    │
    ├───┼──────┤
    │ 1 │ 日本 │
    └───┴──────┘

    \`\`\`ts
      const a = 1;
    \`\`\`

    │ quoted"
  `);
});

test("reasoning is folded to its first line", () => {
  const item: ItemBody = { kind: "reasoning", text: "First look.\nThen think.\nThen act." };
  expect(shown(item, true)).toBe("reasoning: First look. … 2 more lines");
  expect(shown(item)).toBe("reasoning:\n  First look.\n  Then think.\n  Then act.");
});

describe("a command", () => {
  test("says its exit code in words", () => {
    expect(shown(command({ exitCode: 1, output: "no\n" }))).toBe("$ npm test  exit 1\n  no");
  });

  test.each([
    ["open", "$ npm test\n  outcome unknown: may have partly run"],
    ["declined", "$ npm test  declined"],
    ["failed", "$ npm test  failed"],
    ["done", "$ npm test"],
  ] as const)("without an exit code that is %s", (status, text) => {
    expect(shown(command({ exitCode: null, status }))).toBe(text);
  });

  test("shows the first and last lines of a long output while it is folded", () => {
    expect(shown(command({ output: lines(100) }), true)).toMatchInlineSnapshot(`
      "$ npm test  exit 0
        line 1
        line 2
        line 3
        line 4
        … 92 more lines
        line 97
        line 98
        line 99
        line 100"
    `);
    expect(shown(command({ output: lines(100) })).split("\n")).toHaveLength(101);
  });

  test("is not folded for a single line", () => {
    expect(shown(command({ output: lines(9) }), true)).not.toContain("more line");
    expect(shown(command({ output: lines(10) }), true)).toContain("… 2 more lines");
  });

  test("counts lines that end in CR LF once", () => {
    expect(shown(command({ output: lines(100).replaceAll("\n", "\r\n") }), true)).toBe(
      shown(command({ output: lines(100) }), true),
    );
  });
});

test("an edit that failed says why, folded too, and of each file whether it was written", () => {
  const item: ItemBody = {
    kind: "edit",
    status: "failed",
    reason: "Failed to write file b",
    changes: [
      { path: "a", change: "move", diff: null, movedTo: "c", written: true },
      { path: "b", change: "add", diff: null },
    ],
  };
  expect(shown(item, true, 60)).toBe("edit  2 files, +0 −0  a → c, b  failed\n  Failed to write file b");
  expect(shown(item, false, 60)).toBe(
    [
      "edit  2 files, +0 −0  failed",
      "  Failed to write file b",
      "  move a → c  (written)",
      "  add b  (can't tell if it was written)",
    ].join("\n"),
  );
  expect(shown({ ...item, status: "waiting", changes: [] }, true, 60)).toContain("not run, waiting for approval");
});

test("an edit is a count while it is folded, and a diff of each file when it is not", () => {
  const item: ItemBody = {
    kind: "edit",
    changes: [
      { path: "src/a.ts", change: "update", diff: "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n+z" },
      { path: "src/b.ts", change: "add", diff: "one\n\ntwo\n" },
      { path: "old.ts", change: "delete", diff: null },
    ],
    status: "declined",
  };
  expect(shown(item, true, 60)).toBe("edit  3 files, +5 −1  src/a.ts, src/b.ts, old.ts  declined");
  expect(shown(item)).toMatchInlineSnapshot(`
    "edit  3 files, +5 −1  declined
      update src/a.ts
        --- a
        +++ b
        @@ -1 +1 @@
        -x
        +y
        +z
      add src/b.ts
        +one
        +
        +two
      delete old.ts"
  `);
  const rows = itemRows(item, { columns: 40, isFolded: false, theme: coloured });
  expect(rows).toContain("    \x1b[31m-x\x1b[39m");
  expect(rows).toContain("    \x1b[32m+two\x1b[39m");
});

test("a tool, an approval, a notice and an unknown record", () => {
  const tool: ItemBody = {
    kind: "tool",
    name: "search",
    input: { query: "cart", limit: 3 },
    output: "two hits",
    status: "done",
  };
  expect(shown(tool, true)).toBe('tool search  {"query":"cart","limit":3}\n  two hits');
  expect(shown(tool)).toBe('tool search\n    {\n      "query": "cart",\n      "limit": 3\n    }\n  two hits');
  expect(shown({ kind: "approval", subject: "rm -r dist", decision: null })).toBe(
    "approval: rm -r dist → no decision\nrecorded",
  );
  expect(shown({ kind: "notice", text: "Resumed." })).toBe("· Resumed.");
  const opaque: ItemBody = { kind: "opaque", raw: { type: "new_thing" } };
  expect(shown(opaque, true)).toBe('unknown record  {"type":"new_thing"}');
  expect(shown(opaque)).toBe('unknown record\n  {\n    "type": "new_thing"\n  }');
});

test("an output that is too long for any screen says how to see all of it", () => {
  const rows = itemRows(command({ output: lines(100_000) }), {
    columns: 80,
    isFolded: false,
    theme: bareTheme,
    allHint: "reprise show x --turns 3",
  });
  expect(rows).toHaveLength(rowLimit + 2);
  expect(rows.at(-1)).toBe("  … 95,000 more lines: reprise show x --turns 3");
});

describe("hostile text", () => {
  const texts: Readonly<Record<string, string>> = {
    ansi: "\x1b[2J\x1b]0;gone\x07\x1b[31mred\x1b[0m \x1bc\x9b31m \x00 \x08\x08 \r over",
    bidi: "safe \u202Egnp.exe\u2066 שלום עולם \u202C مرحبا",
    wide: "日本語の長い文章です。".repeat(30),
    emoji: "👩‍👩‍👧‍👦🇩🇪👍🏽 ".repeat(40),
    combining: `a${"\u0301".repeat(5_000)}b`,
    tabs: "\ta\tb\n\t\tc".repeat(20),
    tall: "\n".repeat(5_000),
    entities: "&#27;[31m &#x1b;]8;;http://x",
    table: `${"|a".repeat(60)}|\n${"|-".repeat(60)}|\n${"|日本".repeat(60)}|`,
    halves: "\ud800 \udc00 x",
  };
  const bodies = (text: string): ItemBody[] => [
    { kind: "prompt", text },
    { kind: "reply", text },
    { kind: "reasoning", text },
    command({ command: text, output: text }),
    {
      kind: "edit",
      changes: [{ path: text, change: "update", diff: text, movedTo: text }],
      status: "failed",
    },
    { kind: "tool", name: text, input: { [text]: text }, output: text, status: "open" },
    { kind: "approval", subject: text, decision: text },
    { kind: "notice", text },
    { kind: "opaque", raw: [text] },
  ];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
  const acts = /(?!\x1b\[[\d;]*m)[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

  test.each(Object.keys(texts))("%s stays within its rows and does nothing", (name) => {
    for (const item of bodies(texts[name] ?? ""))
      for (const columns of [1, 5, 40, 80, 200])
        for (const isFolded of [true, false]) {
          const rows = itemRows(item, { columns, isFolded, theme: coloured });
          expect(rows.length).toBeGreaterThan(0);
          for (const row of rows) {
            expect(widthOf(row)).toBeLessThanOrEqual(columns);
            expect(row).not.toMatch(acts);
          }
          expect(itemRows(item, { columns, isFolded, theme: bareTheme })).toHaveLength(rows.length);
        }
  });

  const marks = ["[a", "*a ", "_a ", "> ", "`a", "![a](", "<a ", "**a*", "www.", "$a", "~~a", "日本", "- ", "|"];
  test.each(marks)("30,000 characters of %j do not take for ever", (mark) => {
    const started = performance.now();
    for (const size of [1_500, 4_000, 15_000, 30_000])
      shown({ kind: "reply", text: mark.repeat(size / mark.length) }, false, 80);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  test("100 MB of output take no more than the rows that are shown", () => {
    const output = `${"0123456789 abcdefgh\n".repeat(5_000_000)}last`;
    const started = performance.now();
    expect(shown(command({ output }), true)).toContain("… 4,999,993 more lines");
    const one = "x".repeat(100_000_000);
    expect(shown(command({ output: one }), true).length).toBeLessThan(100);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
