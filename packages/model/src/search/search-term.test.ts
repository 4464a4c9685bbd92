import { describe, expect, it } from "vitest";
import { fold } from "./fold.ts";
import { finderOf, termOf } from "./search-term.ts";

const found = (term: string, text: string) => {
  const isPhrase = term.startsWith('"');
  const match = finderOf(termOf(term.replaceAll('"', ""), isPhrase))(fold(text));
  return match && `${match.isWordStart ? "" : "…"}${fold(text).slice(match.start, match.end)}`;
};

describe("a word", () => {
  it.each([
    ["eedle12", "a needle1234", "…eedle12"],
    ["needle", "a needle1234", "needle"],
    ["reply", "parseHTTPReply", "…reply"],
    ["case", "snake_case", "case"],
    ["cat", "concatenate the cat", "cat"],
    ["rc/app.t", "src/app.ts", "…rc/app.t"],
    ["译", "编译器", "译"],
    ["译器", "编译器", "译器"],
    ["grosse", "Größe", "grosse"],
    ["'foo'", "module 'foo'", "'foo'"],
    ["&&", "a&&b", "&&"],
    ["ok", "it is ok", "ok"],
  ])("%s is found in %j", (term, text, expected) => {
    expect(found(term, text)).toBe(expected);
  });

  it("of fewer than three letters is found at the start of words only", () => {
    expect(found("in", "begin")).toBeNull();
    expect(found("in", "begin inside")).toBe("in");
  });
});

describe("a phrase", () => {
  it.each([
    ['"login page"', "the login\n  page.", "login\n  page"],
    ['"page"', "the page.", "page"],
    ['"}"', "token } in", "}"],
    ['"编译"', "修复编译器", "编译"],
  ])("%s is found in %j", (term, text, expected) => {
    expect(found(term, text)).toBe(expected);
  });

  it("is whole words", () => {
    expect(found('"pag"', "the page")).toBeNull();
    expect(found('"age"', "the page")).toBeNull();
    expect(found('"page login"', "login page")).toBeNull();
  });
});
