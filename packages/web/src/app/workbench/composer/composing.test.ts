import { describe, expect, test } from "vitest";
import { noon, sampleEntry } from "../test/sample-view.ts";
import { promptsIn, recalled } from "./prompt-history.ts";

const prompt = (text: string) => ({
  ...sampleEntry(text),
  at: noon,
  item: { kind: "prompt" as const, text },
});

describe("earlier prompts", () => {
  const prompts = promptsIn([prompt("one"), sampleEntry("reply"), prompt("two"), prompt("two")]);

  test("each is there once in a row", () => {
    expect(prompts).toEqual(["one", "two"]);
  });

  test("come back in an empty box, newest first, and go again", () => {
    const first = recalled({ prompts, at: null }, "", -1);
    expect(first).toEqual({ text: "two", at: 1 });
    expect(recalled({ prompts, at: 1 }, "two", -1)).toEqual({ text: "one", at: 0 });
    expect(recalled({ prompts, at: 0 }, "one", -1)).toBeNull();
    expect(recalled({ prompts, at: 1 }, "two", 1)).toEqual({ text: "", at: null });
  });

  test("never replace what was written or changed", () => {
    expect(recalled({ prompts, at: null }, "draft", -1)).toBeNull();
    expect(recalled({ prompts, at: 1 }, "two!", -1)).toBeNull();
    expect(recalled({ prompts, at: null }, "", 1)).toBeNull();
  });
});
