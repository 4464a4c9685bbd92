import { describe, expect, test } from "vitest";
import { untilTime } from "./until-time.ts";

const now = new Date(2026, 10, 17, 12, 0, 0);
const local = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();

describe("--until-time", () => {
  test("takes the next such time of day, a span, and a date with a time", () => {
    expect(untilTime("18:30", now)).toBe(local(2026, 10, 17, 18, 30));
    expect(untilTime("8:05", now)).toBe(local(2026, 10, 18, 8, 5));
    expect(untilTime("12:00", now)).toBe(local(2026, 10, 18, 12, 0));
    expect(untilTime("2h", now)).toBe(local(2026, 10, 17, 14, 0));
    expect(untilTime("1d2h30m", now)).toBe(local(2026, 10, 18, 14, 30));
    expect(untilTime("2026-11-18T08:00", now)).toBe(local(2026, 10, 18, 8, 0));
    expect(untilTime("2026-11-18 08:00", now)).toBe(local(2026, 10, 18, 8, 0));
    expect(untilTime("2026-11-19T08:00:00Z", now)).toBe("2026-11-19T08:00:00.000Z");
  });

  test.each(["", "soon", "25:00", "2x", "h", "18:30h", "2026-11-18", "2026-13-40T08:00", "0x10"])(
    "says what it takes instead of %j",
    (text) => {
      expect(() => untilTime(text, now)).toThrow(/--until-time takes a time such as 18:30/);
    },
  );

  test("refuses a time that is over", () => {
    expect(() => untilTime("2026-11-17T11:59", now)).toThrow(/is over/);
    expect(() => untilTime("0h", now)).toThrow(/is over/);
  });
});
