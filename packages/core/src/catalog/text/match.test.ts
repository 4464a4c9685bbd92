import { type ItemBody, parseSearch, type Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Matcher } from "./match.ts";

const now = "2026-11-15T20:00:00.000Z" as Timestamp;
const matcherOf = (line: string) => new Matcher(parseSearch(line, { agents: [], now }).terms);
const fieldsOf = (line: string, item: ItemBody) =>
  matcherOf(line)
    .find(item)
    .map((found) => found && `${found.isInside ? "inside " : ""}${found.field}`);
const said = (text: string): ItemBody => ({ kind: "reply", text });

describe("terms in an item", () => {
  const command: ItemBody = {
    kind: "command",
    command: "make",
    output: "\u001b[31merror\u001b[0m: boom in make",
    exitCode: 2,
    status: "failed",
  };

  it("are found in every text, colours taken out, the best place first", () => {
    expect(fieldsOf("make error boom", command)).toEqual(["work", "output", "output"]);
    expect(fieldsOf("ake oom none", command)).toEqual(["inside work", "inside output", null]);
    const tool: ItemBody = {
      kind: "tool",
      name: "write",
      input: { text: "first\nsecond", deep: [{ count: 42 }] },
      output: null,
      status: "open",
    };
    expect(fieldsOf("second 42 deep write", tool)).toEqual(["work", "work", "work", "work"]);
    const edit: ItemBody = {
      kind: "edit",
      changes: [{ path: "/a/b.ts", change: "add", diff: "+new" }],
      status: "done",
    };
    expect(fieldsOf("b.ts new", edit)).toEqual(["work", "work"]);
    expect(fieldsOf("raw", { kind: "opaque", raw: "raw" })).toEqual([null]);
  });

  it("prefer a word's start further down to a word's middle", () => {
    expect(fieldsOf("boo", { ...command, command: "taboo" })).toEqual(["output"]);
  });
});

describe("a snippet", () => {
  const snippetOf = (line: string, text: string) => {
    const matcher = matcherOf(line);
    const [found] = matcher.find(said(text));
    const { snippet, marks } = matcher.snippetAt(found as NonNullable<typeof found>);
    return { snippet, marked: marks.map(([start, end]) => snippet.slice(start, end)) };
  };

  it("is one line around the first term", () => {
    const { snippet } = snippetOf("needle", `${"before ".repeat(50)}\n needle\t${"after ".repeat(50)}`);
    expect(snippet).toMatch(/^….{1,60}before needle after .*…$/);
    expect(snippet.length).toBeLessThan(200);
  });

  it("marks every place of every term, as it is written", () => {
    expect(snippetOf("cafe need", "One Café, a need, two cafe\u0301s, needless").marked).toEqual([
      "Café",
      "need",
      "cafe\u0301",
      "need",
    ]);
    expect(snippetOf('"a b" b', "a b b").marked).toEqual(["a b", "b"]);
  });
});
