import { codeSpan, escapedLine, fenced, hasUnsafeLink, itemMarkdown, quoted } from "@reprise/model";
import { growthProblems } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { everyKind, itemOf, session, torn, turn } from "../../test/support/sessions.ts";

test("a whole session", async () => {
  const contents = { sessions: [session("abc")], turns: [turn(0, []), turn(1, everyKind)], damage: [torn] };
  expect((await run("export abc --format markdown", { contents })).stdout).toMatchSnapshot();
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

  test.each([
    "[a](javascript:alert(1))",
    "[a](JaVaScRiPt:alert(1))",
    "[a]( \n javascript:alert(1))",
    "> [a](\n> javascript:alert(1))",
    "[a](javascript\\:alert(1))",
    "[a](javascript&#58;alert(1))",
    "[a](javascript&colon;alert(1))",
    "[a](&#106;avascript:alert(1))",
    "[a](java&Tab;script:alert(1))",
    "[a](jav&#x61;script:alert(1)//http://x)",
    "[a](vbscript:x)",
    "[a](data:text/html;base64,AAAA)",
    "[a](data:text/html,<b>)",
    "[a](file:///etc/passwd)",
    "[a](ms-msdt:/id)",
    "[a][b]\n\n[b]: javascript:alert(1)",
    "[b]:\n  javascript:alert(1)",
    "[a](a.b:alert(1))",
    "[![a](b)](javascript:x)",
  ])("%j is shown as source", (text) => expect(quoted(text)).toMatch(/^```markdown\n/));

  test("a tab within an address does not hide its scheme", () => {
    expect(hasUnsafeLink("[a](<java\tscript:alert(1)>)")).toBe(true);
    expect(hasUnsafeLink("[a](<  javascript:alert(1)>)")).toBe(true);
  });

  test.each([
    "[a](https://example.test/x?a=1&b=2#c)",
    "[a](http://example.test:8080/)",
    "[a](mailto:me@example.test)",
    "[src/a.ts](src/a.ts:12)",
    "[a.ts](a.ts:12:3)",
    "[a](/srv/a.ts:12-14)",
    "[a](#part)",
    "[a](../x.md)",
    "[1]: see javascript: below",
    "array[0]: value",
    "- [ ] todo: data: later",
    "javascript: is a scheme, data: too",
  ])("%j is an ordinary link or text", (text) => expect(quoted(text)).toMatch(/^> /));

  test("links are looked for in linear time", () => {
    const pieces = ["[a](", "](", "]:", "](<", "[a](javascript", "]:>", "](\\", "](&"];
    const texts = Object.fromEntries(pieces.map((piece) => [piece, (length: number) => piece.repeat(length / 2)]));
    expect(growthProblems({ hasUnsafeLink }, { length: 32_000, texts })).toEqual([]);
  });

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
