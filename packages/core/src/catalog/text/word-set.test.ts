import { growthProblems } from "@reprise/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WordSet } from "./word-set.ts";

const wordsOf = (...texts: string[]) => {
  const bag = new WordSet();
  for (const text of texts) bag.add(text);
  return bag
    .take()
    .trim()
    .split(" ")
    .filter((word) => word !== "");
};

describe("words of the index", () => {
  it("are found in time that grows with the text, also in a long run of letters beside another script", () => {
    const beside = (length: number) => `é ${"x".repeat(length)}`;
    const words = (text: string) => wordsOf(text);
    expect(growthProblems({ words }, { length: 60_000, texts: { beside } })).toEqual([]);
  });

  it("are in lower case and distinct", () => {
    expect(wordsOf("Fix the fix", "THE end")).toEqual(["fix", "the", "end"]);
  });

  it("split paths, snake case and punctuation", () => {
    expect(wordsOf("src/my_file.test.ts:12 --dry-run")).toEqual([
      "src",
      "my",
      "file",
      "test",
      "ts",
      "12",
      "dry",
      "run",
    ]);
  });

  it("keep letters and digits together", () => {
    expect(wordsOf("sha256sum utf8")).toEqual(["sha256sum", "utf8"]);
  });

  it("are pairs of neighbours in scripts without blanks", () => {
    expect(wordsOf("編譯器 ok")).toEqual(["ok", "編譯", "譯器", "器"]);
    expect(wordsOf("使用react组件")).toEqual(["使用", "用", "react", "组件", "件"]);
  });

  it("know letters beyond ASCII", () => {
    expect(wordsOf("Größe straßeWert ÉCOLE Москва")).toEqual(["grosse", "strassewert", "ecole", "москва"]);
  });

  it("are the same for composed and decomposed letters", () => {
    expect(wordsOf("cafe\u0301")).toEqual(wordsOf("caf\u00e9"));
  });

  it("are cut at 128 letters", () => {
    const run = "aB".repeat(100);
    expect(wordsOf(run)).toEqual([run.toLowerCase().slice(0, 128)]);
  });

  it("are those of a long text whose folded form is longer", () => {
    const text = "ﬁne ".repeat(50_000);
    expect(wordsOf(text)).toEqual(["fine"]);
  });

  it("do not depend on where a long text is cut", () => {
    const text = Array.from({ length: 30_000 }, (_, index) => `word${index}`).join(" ");
    expect(wordsOf(text)).toHaveLength(30_000);
  });

  it("are the same as those a plain reading finds, for any ASCII text", () => {
    const plain = (text: string) =>
      new Set(
        text
          .toLowerCase()
          .match(/[a-z0-9]+/g)
          ?.map((word) => word.slice(0, 128)) ?? [],
      );
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[ -~\n]{0,200}$/)), (texts) => {
        const found = wordsOf(...texts);
        expect(new Set(found).size).toBe(found.length);
        expect(new Set(found)).toEqual(new Set([...found, ...texts.flatMap((text) => [...plain(text)])]));
      }),
    );
  });

  it("start anew after they were taken", () => {
    const bag = new WordSet();
    bag.add("one two");
    bag.take();
    bag.add("two");
    expect(bag.take()).toBe("two ");
  });
});
