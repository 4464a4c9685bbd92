import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packLateItems, packTurnStarts, unpackLateItems, unpackTurnStarts } from "./pack.ts";

const place = fc.record({
  piece: fc.integer({ min: 0, max: 5 }),
  byteOffset: fc.integer({ min: 0, max: 2 ** 45 }),
  line: fc.integer({ min: 1, max: 2 ** 33 }),
});

describe("packed places", () => {
  it("unpack to what was packed", () => {
    fc.assert(
      fc.property(fc.array(place), (places) => void expect(unpackTurnStarts(packTurnStarts(places))).toEqual(places)),
    );
  });

  it("unpack to what was packed, with turns", () => {
    const late = fc.tuple(place, fc.integer({ min: 0, max: 1e6 })).map(([where, turn]) => ({ turn, ...where }));
    fc.assert(
      fc.property(fc.array(late), (places) => void expect(unpackLateItems(packLateItems(places))).toEqual(places)),
    );
  });

  it("take about four bytes a turn", () => {
    const places = Array.from({ length: 1000 }, (_, index) => ({
      piece: 0,
      byteOffset: index * 7000,
      line: 1 + index * 20,
    }));
    expect(packTurnStarts(places).length).toBeLessThan(4500);
  });
});
