import { describe, expect, it } from "vitest";
import { onOneLine, titleOf } from "./title.ts";

describe("onOneLine", () => {
  it("folds blanks and newlines", () => {
    expect(onOneLine("  fix\n\tthe   test ", 200)).toBe("fix the test");
  });

  it("cuts between characters and says so", () => {
    expect(onOneLine("abcdef", 4)).toBe("abc…");
    expect(onOneLine("ab🎉def", 4)).toBe("ab…");
  });

  it("does not look at the whole of a huge text", () => {
    expect(onOneLine("x".repeat(50_000_000), 200)).toHaveLength(200);
  });
});

describe("titleOf", () => {
  it.each([
    ["[image: /srv/shot.png]\nWhat is this?", "What is this?"],
    ["[image]\n[document]\nRead both.", "Read both."],
    ["[image/png, 12 kB]Describe it", "Describe it"],
    ["[file: a.pdf (application/pdf, 3 kB)]\n\nSummarise", "Summarise"],
    ["Fix [image] here", "Fix [image] here"],
    ["[image: a.png]", "[image: a.png]"],
    ["[WIP] rename", "[WIP] rename"],
    ["[x](y) is a link", "[x](y) is a link"],
  ])("%j is called %j", (prompt, title) => {
    expect(titleOf(prompt)).toBe(title);
  });
});
