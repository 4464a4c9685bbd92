import type { ItemBody } from "@reprise/model";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Matcher } from "./match.ts";
import { parseQuery } from "./parse-query.ts";
import { WordSet } from "./word-set.ts";

const said = (text: string): ItemBody => ({ kind: "reply", text });
const finds = (query: string, text: string) => new Matcher(parseQuery(query)).snippetOf(said(text)) !== null;

/** Whether the index would name the item: the promise is that it does whenever the item matches. */
function isCandidate(query: string, text: string): boolean {
  const bag = new WordSet();
  bag.add(text);
  const words = bag.take().split(" ");
  return parseQuery(query)
    .flatMap((term) => term.words)
    .every((wanted) =>
      words.some((word) => (wanted.isPrefix ? word.startsWith(wanted.text) : word === wanted.text)),
    );
}

describe("a search", () => {
  it.each([
    ["login", "The Login page"],
    ["compl", "all complete"],
    ["reply", "parseHTTPReply()"],
    ["httprep", "parseHTTPReply()"],
    ["case", "snake_case_name"],
    ["snake_case", "a snake_case_name"],
    ["src/app.ts", "see src/app.ts:12"],
    ["app.ts", "see src/app.ts:12"],
    ["--dry-run", "git push --dry-run"],
    ["编译", "修复编译器的错误"],
    ["器", "修复编译器的错误"],
    ["react组件", "使用react组件"],
    ["größe", "Die GRÖSSE? nein, Größe"],
    ["größewert", "GrößeWert"],
    ["&&", "a && b"],
    ['"login page"', "the login\n   page is"],
    ['"page"', "the page."],
    ["page login", "login page"],
    ["caf\u00e9", "cafe\u0301"],
    ["x1b", "x1b"],
  ])("for %s finds %j", (query, text) => {
    expect(finds(query, text)).toBe(true);
    expect(isCandidate(query, text)).toBe(true);
  });

  it.each([
    ["ogin", "The Login page"],
    ["plete", "all complete"],
    ["login pages", "login page"],
    ['"pag"', "the page"],
    ['"page login"', "login page"],
    ["译修", "修复编译器"],
  ])("for %s does not find %j", (query, text) => {
    expect(finds(query, text)).toBe(false);
  });

  it("finds in every text of an item, colours taken out", () => {
    const command: ItemBody = {
      kind: "command",
      command: "make",
      output: "\u001b[31merror\u001b[0m: boom",
      exitCode: 2,
      status: "failed",
    };
    const tool: ItemBody = {
      kind: "tool",
      name: "write",
      input: { text: "first\nsecond", deep: [{ count: 42 }] },
      output: null,
      status: "open",
    };
    const edit: ItemBody = {
      kind: "edit",
      changes: [{ path: "/a/b.ts", change: "add", diff: "+new" }],
      status: "done",
    };
    expect(new Matcher(parseQuery("make error boom")).snippetOf(command)).toBe("make");
    expect(new Matcher(parseQuery("error")).snippetOf(command)).toBe("error: boom");
    expect(new Matcher(parseQuery("second 42 deep write")).snippetOf(tool)).not.toBeNull();
    expect(new Matcher(parseQuery("b.ts new")).snippetOf(edit)).not.toBeNull();
    expect(new Matcher(parseQuery("raw")).snippetOf({ kind: "opaque", raw: "raw" })).toBeNull();
  });

  it("shows a line around what it found", () => {
    const snippet = new Matcher(parseQuery("needle")).snippetOf(
      said(`${"before ".repeat(50)}\n needle\t${"after ".repeat(50)}`),
    );
    expect(snippet).toMatch(/^….{1,60}before needle after .*…$/);
    expect(snippet?.length).toBeLessThan(200);
  });

  it("misses nothing that stands in a text between word boundaries", () => {
    const word = fc.constantFrom(
      "alpha",
      "beta",
      "parseHTTPReply",
      "snake_case",
      "src/app.ts",
      "编译器",
      "größe",
      "x9",
      "-",
      "(",
      "camelCase",
      "A",
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 8 }),
        fc.constantFrom(" ", "\n", ", "),
        fc.nat(),
        fc.nat(),
        (words, gap, from, length) => {
          const text = words.join(gap);
          const start = from % words.length;
          const query = words.slice(start, start + 1 + (length % 3)).join(gap);
          expect(isCandidate(`"${query}"`, text)).toBe(true);
          expect(finds(`"${query}"`, text)).toBe(true);
        },
      ),
    );
  });

  it("is never wider than the index: whatever matches is a candidate", () => {
    const text = fc.stringMatching(/^[a-cA-C_ /.é编译]{0,30}$/);
    fc.assert(
      fc.property(
        text,
        fc.stringMatching(/^[a-cA-C_/é编译]{1,5}$/),
        fc.boolean(),
        (content, wanted, isQuoted) => {
          const query = isQuoted ? `"${wanted}"` : wanted;
          if (finds(query, content)) expect(isCandidate(query, content)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
