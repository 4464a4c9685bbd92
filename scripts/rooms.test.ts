import { expect, test } from "vitest";
import { roomLines } from "./rooms.ts";

test("sizes are printed by room, tests apart, with what is large", () => {
  const lines = roomLines([
    { path: "packages/core/src/host/a.ts", lineCount: 401 },
    { path: "packages/core/src/host/a.test.ts", lineCount: 50 },
    { path: "packages/core/src/reprise.ts", lineCount: 2000 },
    { path: "packages/core/test/b.ts", lineCount: 5 },
    { path: "packages/testkit/src/c.ts", lineCount: 7 },
    ...Array.from({ length: 16 }, (_, index) => ({ path: `packages/tui/src/list/${index}.ts`, lineCount: 1 })),
  ]);
  expect(lines.map((line) => line.replaceAll(/ +/g, " "))).toEqual([
    "core/host 401 lines 1 files of 2,700",
    "core 2,000 lines 1 files",
    "tui 16 lines 16 files of 9,500",
    "product 2,417 lines 18 files",
    "tests, testkit 62 lines",
    "large: packages/core/src/reprise.ts, 2000 lines",
    "large: packages/core/src/host/a.ts, 401 lines",
    "full: packages/tui/src/list, 16 files",
  ]);
});
