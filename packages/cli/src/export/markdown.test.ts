import { describe, expect, test } from "vitest";
import { run } from "../testing/run.ts";
import { everyKind, itemOf, session, torn, turn } from "../testing/sessions.ts";
import { itemMarkdown } from "./markdown-item.ts";
import { codeSpan, escapedLine, fenced, quoted } from "./markdown-text.ts";

test("a whole session", async () => {
  const shelf = { sessions: [session("abc")], turns: [turn(0, []), turn(1, everyKind)], damage: [torn] };
  expect((await run("export abc --format markdown", { shelf })).stdout).toMatchSnapshot();
});

describe("nothing recorded can break out of its place", () => {
  test("a fence is longer than any in the content", () => {
    expect(fenced("a\n```js\nb\n```\n", "text")).toBe("````text\na\n```js\nb\n```\n````\n");
    expect(fenced("`".repeat(10), "sh")).toBe(`${"`".repeat(11)}sh\n${"`".repeat(10)}\n${"`".repeat(11)}\n`);
    expect(fenced("`".repeat(3).concat(" ").repeat(100_000), "sh")).toMatch(/^````sh\n/);
  });

  test("Markdown is quoted line by line, so that an open fence ends with it", () => {
    expect(quoted("# Big\n\n```\nnever closed\n")).toBe("> # Big\n>\n> ```\n> never closed\n");
  });

  test.each([
    "<script>x</script>",
    "a <img src=http://x>",
    "![pixel](http://x)",
    "</blockquote>",
    "<!-- open",
    "Vec<String>",
  ])("%s is shown as source", (text) => expect(quoted(text)).toBe(`\`\`\`markdown\n${text}\n\`\`\`\n`));

  test("arithmetic is not HTML", () => {
    expect(quoted("1 < 2 and 3 > 2")).toBe("> 1 < 2 and 3 > 2\n");
  });

  test("code spans hold backticks, titles hold nothing special", () => {
    expect(codeSpan("a`b")).toBe("``a`b``");
    expect(codeSpan("`a`")).toBe("`` `a` ``");
    expect(codeSpan("two\nlines")).toBe("`two␊lines`");
    expect(escapedLine("# <b>*x*</b> [a](b)")).toBe("\\# \\<b\\>\\*x\\*\\</b\\> \\[a\\]\\(b\\)");
  });

  test("control characters are made visible or dropped", () => {
    const bomb = "\u001b]52;c;AAAA\u0007\u001b[31mred\u202e\u0000";
    for (const body of everyKind) {
      const evil = JSON.parse(
        JSON.stringify(body, (key, value) =>
          ["text", "command", "output", "path", "diff", "name", "subject", "query", "type"].includes(key) &&
          typeof value === "string"
            ? bomb
            : value,
        ),
      );
      // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
      expect(itemMarkdown(itemOf(evil))).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
    }
  });
});
