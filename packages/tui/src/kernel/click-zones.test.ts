import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutTo } from "../text/fit.ts";
import { widthOf } from "../text/width.ts";
import {
  actionTarget,
  clickable,
  keyTarget,
  readZones,
  rowTarget,
  targetAction,
  targetKey,
  targetRow,
  zoneAt,
} from "./click-zones.ts";
import { bareTheme, makeTheme } from "./theme.ts";

const theme = makeTheme({ hasColor: true });

describe("clickable text", () => {
  test("takes no column, and is found where it is shown", () => {
    const line = `a ${clickable("row:3", theme("bold", "日本"), theme)} b ${clickable("key:q", " q ", theme)}`;
    expect(widthOf(line)).toBe(12);
    const { picture, zones } = readZones({ lines: ["", line] }, widthOf);
    expect(picture.lines).toEqual(["", `a ${theme("bold", "日本")} b  q `]);
    expect(zones).toEqual([
      { row: 1, from: 2, to: 6, target: "row:3" },
      { row: 1, from: 9, to: 12, target: "key:q" },
    ]);
    expect([zoneAt(zones, 1, 5), zoneAt(zones, 1, 6), zoneAt(zones, 0, 5)]).toEqual(["row:3", null, null]);
  });

  test("stays clickable where a line is cut", () => {
    const { picture, zones } = readZones({ lines: [cutTo(clickable("row:0", "a long title", theme), 5)] }, widthOf);
    expect(widthOf(picture.lines[0] ?? "")).toBe(5);
    expect(zones).toMatchObject([{ row: 0, from: 0, target: "row:0" }]);
  });

  test("is plain text for a theme without clicks", () => {
    expect(clickable("row:0", "text", bareTheme)).toBe("text");
  });

  test("any target comes back", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (target) => {
        const { zones } = readZones({ lines: [clickable(target, "x", theme)] }, widthOf);
        expect(zones).toEqual([{ row: 0, from: 0, to: 1, target }]);
      }),
    );
  });
});

test("targets are read as they were written", () => {
  expect(targetKey(keyTarget("ctrl+t"))).toBe("ctrl+t");
  expect(targetRow(rowTarget(12))).toBe(12);
  expect(targetAction(actionTarget(2))).toBe(2);
  expect([targetKey("row:1"), targetRow("key:1"), targetRow(null), targetAction("row:1")]).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
