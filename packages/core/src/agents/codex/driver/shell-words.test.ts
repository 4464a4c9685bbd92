import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scriptOf, shellWords } from "./shell-words.ts";

describe("a command line", () => {
  test.each([
    ["/bin/bash -lc 'touch a && echo ok'", "touch a && echo ok"],
    [`/bin/bash -lc "echo 'it'\\''s' \\$HOME \\\\ \\" x"`, `echo 'it'\\''s' $HOME \\ " x`],
    ["/bin/zsh -c ls", "ls"],
    ["git commit -m 'two words'", "git commit -m 'two words'"],
    ["bash -lc ''", ""],
    ["it's unfinished", "it's unfinished"],
    ["", ""],
  ])("%s is the script it runs", (line, script) => {
    expect(scriptOf(line)).toBe(script);
  });

  test("is cut into the words it was made of, however these were quoted", () => {
    const single = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    const double = (word: string) => `"${word.replace(/[$`"\\]/g, "\\$&")}"`;
    const escaped = (word: string) => word.replace(/[^\n]/gu, "\\$&").replaceAll("\n", "'\n'") || "''";
    const words = fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.constantFrom(single, double, escaped)));
    fc.assert(
      fc.property(words, (quoted) => {
        const line = quoted.map(([word, quote]) => quote(word)).join(" ");
        expect(shellWords(line)).toEqual(quoted.map(([word]) => word));
      }),
    );
  });
});
