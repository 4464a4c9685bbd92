import { expect, test } from "vitest";
import { mentionAt, mentioned } from "./file-mention.ts";

test("a mention is the word from @ to the cursor", () => {
  expect(mentionAt("see @src/a", 10)).toEqual({ start: 4, letters: "src/a" });
  expect(mentionAt("@", 1)).toEqual({ start: 0, letters: "" });
  expect(mentionAt("me@example.org", 14)).toBeNull();
  expect(mentionAt("see @a b", 8)).toBeNull();
});

test("it is completed in place, with spaces as the agent expects them", () => {
  const [text, cursor] = ["see @sr please", 7];
  expect(mentioned(text, cursor, { start: 4 }, "src/a.ts")).toEqual({
    ...{ text: "see @src/a.ts please", cursor: 14 },
  });
  expect(mentioned("@x", 2, { start: 0 }, "my file.md").text).toBe('@"my file.md" ');
  expect(mentioned("@x", 2, { start: 0 }, "my file.md", { isEscaped: true }).text).toBe("@my\\ file.md ");
});
