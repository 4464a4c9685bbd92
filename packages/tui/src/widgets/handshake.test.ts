import { describe, expect, test } from "vitest";
import { bareTheme, makeTheme } from "../kernel/theme.ts";
import { widthOf } from "../text/width.ts";
import { handshakeLine } from "./handshake.ts";

const colors = makeTheme({ hasColor: true });

describe("handshakeLine", () => {
  test("says how it went in words", () => {
    expect(handshakeLine("checking", 7, 80, bareTheme)).toBe("Checking server connection…");
    expect(handshakeLine("done", 7, 80, bareTheme)).toBe("Checking server connection… Done");
    expect(handshakeLine("failed", 7, 80, bareTheme)).toBe("Checking server connection… Fail");
  });

  test("a light runs over the words while it is checked, and not afterwards", () => {
    expect(handshakeLine("checking", 4, 80, colors)).toBe("\x1b[1mChec\x1b[22m\x1b[2mking server connection…\x1b[22m");
    expect(handshakeLine("checking", 5, 80, colors)).toBe(
      "\x1b[2mC\x1b[22m\x1b[1mheck\x1b[22m\x1b[2ming server connection…\x1b[22m",
    );
    expect(handshakeLine("done", 4, 80, colors)).toBe(handshakeLine("done", 5, 80, colors));
    const round = "Checking server connection…".length + 4;
    expect(handshakeLine("checking", 4 + round, 80, colors)).toBe(handshakeLine("checking", 4, 80, colors));
  });

  test("is never wider than the screen, and how it went is the last to go", () => {
    for (const state of ["checking", "done", "failed"] as const)
      for (let columns = 0; columns < 40; columns += 1)
        expect(widthOf(handshakeLine(state, columns, columns, colors))).toBeLessThanOrEqual(columns);
    expect(handshakeLine("failed", 0, 4, bareTheme)).toBe("Fail");
    expect(handshakeLine("failed", 0, 12, bareTheme)).toBe("Checki… Fail");
  });
});
