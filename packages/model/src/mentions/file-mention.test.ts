import { expect, test } from "vitest";
import { mentionAt, mentioned } from "./file-mention.ts";

test("a mention is the word from @ to the cursor", () => {
  expect(mentionAt("see @src/a", 10)).toEqual({ start: 4, letters: "src/a" });
  expect(mentionAt("@", 1)).toEqual({ start: 0, letters: "" });
  expect(mentionAt("me@example.org", 14)).toBeNull();
  expect(mentionAt("see @a b", 8)).toBeNull();
  expect(mentionAt('see @"a b', 9)).toEqual({ start: 4, letters: "a b" });
  expect(mentionAt('see @"a b" c', 12)).toBeNull();
  expect(mentionAt('see @"a b"', 10)).toBeNull();
  expect(mentionAt("@pkg@1", 6)).toEqual({ start: 0, letters: "pkg@1" });
  expect(mentionAt("看@bri", 5)).toEqual({ start: 1, letters: "bri" });
});

test.each([
  ['a "b".txt', '@"a \\"b\\".txt"', '"a \\"b\\".txt"'],
  ["it's, a(b).md", '@"it\'s, a(b).md"', "@it\\'s\\,\\ a\\(b\\).md"],
  ["two\nlines\t.md", '@"two\\nlines\\t.md"', '"two\\nlines\\t.md"'],
  ["back\\slash", '@"back\\\\slash"', '"back\\\\slash"'],
  ["pkg@1/a.ts", "@pkg@1/a.ts", "@pkg\\@1/a.ts"],
  ['me@x "y"', '@"me@x \\"y\\""', '"me\\u0040x \\"y\\""'],
  ["日本語/メモ 一.md", '@"日本語/メモ 一.md"', "@日本語/メモ\\ 一.md"],
  ["설계.md", "@설계.md", "@설계.md"],
  ["dot.", '@"dot."', "@dot\\."],
  ["e\u202Efdp.txt", '@"e\\u202efdp.txt"', "@e\\\u202Efdp.txt"],
  ["a\u00A0b", '@"a\\u00a0b"', "@a\\\u00A0b"],
  ["*.ts", '@"*.ts"', '"*.ts"'],
])("the name %j reaches the agent exactly", (path, written, escaped) => {
  expect(mentioned("@x", 2, { start: 0 }, path).text).toBe(`${written} `);
  expect(mentioned("@x", 2, { start: 0 }, path, { isEscaped: true }).text).toBe(`${escaped} `);
  const [, json] = /^@(".*")$/.exec(written) ?? [];
  expect(json === undefined ? written.slice(1) : JSON.parse(json)).toBe(path);
});

test("an opened quote is replaced, with its end", () => {
  expect(mentioned('see @"my f" now', 10, { start: 4 }, "my file.md")).toEqual({
    text: 'see @"my file.md" now',
    cursor: 18,
  });
});

test("it is completed in place, with spaces as the agent expects them", () => {
  const [text, cursor] = ["see @sr please", 7];
  expect(mentioned(text, cursor, { start: 4 }, "src/a.ts")).toEqual({
    text: "see @src/a.ts please",
    cursor: 14,
  });
  expect(mentioned("@x", 2, { start: 0 }, "my file.md").text).toBe('@"my file.md" ');
  expect(mentioned("@x", 2, { start: 0 }, "my file.md", { isEscaped: true }).text).toBe("@my\\ file.md ");
});
