import { describe, expect, it } from "vitest";
import { lastWords } from "./stderr.ts";

describe("the last words of a program", () => {
  it("are its reason, not the calls it lists after it", () => {
    const calls = Array.from({ length: 30 }, (_, index) => `  ${index}: some::call\n      at /src/a.rs:1:2\n`);
    for (const title of ["Stack backtrace:", "stack backtrace:"])
      expect(lastWords(`Error: no such home\n${title}\n${calls.join("")}`)).toBe("Error: no such home");
    const panic = "thread 'main' panicked at a.rs:1:\nno home\nnote: run with `RUST_BACKTRACE=1` to see more\n";
    expect(lastWords(panic)).toBe("thread 'main' panicked at a.rs:1:\nno home");
  });

  it("keep the causes of an error", () => {
    const text =
      "Error: failed to start\n\nCaused by:\n    0: cannot open state\n    1: Permission denied (os error 13)\n";
    expect(lastWords(text)).toContain("1: Permission denied");
  });
});
