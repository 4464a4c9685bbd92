import { expect, test } from "vitest";
import { marks, withMeasured } from "./document.ts";

const byHand = `# Title\n\nbefore\n\n${marks.begin}\n\nold figures\n\n${marks.end}\n\n## Why it falls short\n`;

test("only the measured part is replaced", () => {
  expect(withMeasured(byHand, "new figures")).toBe(byHand.replace("old", "new"));
});

test("a document without its marks is left as it is, with a reason", () => {
  expect(() => withMeasured("# Title\n", "new")).toThrow("lost the marks");
});
