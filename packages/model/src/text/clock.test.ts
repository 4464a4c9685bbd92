import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Timestamp } from "../ids.ts";
import { localTime, localZone, relativeTime, shortTime, type Zone, zonedSpan, zonedTime, zoneText } from "./clock.ts";

const at = (text: string) => text as Timestamp;
const tokyo: Zone = () => 540;
const stJohns: Zone = () => -210;
const utc: Zone = () => 0;

test("a time is that of the zone, without seconds", () => {
  expect(localTime(at("2026-11-15T19:41:15.710Z"), tokyo)).toBe("2026-11-16 04:41");
  expect(localTime(at("2026-01-01T00:00:00.000Z"), stJohns)).toBe("2025-12-31 20:30");
  expect(localTime(null, tokyo)).toBe("no date");
  expect(localTime(at("garbage"), tokyo)).toBe("no date");
});

test("a short time leaves out the year of now, and the clock of other years, by the zone's calendar", () => {
  const now = new Date("2026-06-01T00:00:00Z");
  expect(shortTime(at("2026-11-15T19:41:15.710Z"), now, tokyo)).toBe("11-16 04:41");
  expect(shortTime(at("2025-12-31T14:59:59.000Z"), now, tokyo)).toBe("2025-12-31");
  expect(shortTime(at("2025-12-31T15:00:00.000Z"), now, tokyo)).toBe("01-01 00:00");
  expect(shortTime(null, now, tokyo)).toBe("no date");
});

describe("a relative time", () => {
  const now = at("2026-11-17T12:00:00.000Z"); // a Tuesday
  const shown = (text: string | null, zone = utc) => relativeTime(text as Timestamp | null, now, zone);

  test.each([
    ["2026-11-17T12:00:00.000Z", "now"],
    ["2026-11-17T11:59:00.001Z", "now"],
    ["2026-11-17T11:59:00.000Z", "1 min"],
    ["2026-11-17T11:00:00.001Z", "59 min"],
    ["2026-11-17T11:00:00.000Z", "1 h"],
    ["2026-11-16T12:00:00.001Z", "23 h"],
    ["2026-11-16T12:00:00.000Z", "Mon 12:00"],
    ["2026-11-11T00:00:00.000Z", "Wed 00:00"],
    ["2026-11-10T23:59:00.000Z", "Nov 10"],
    ["2026-11-10T12:30:00.000Z", "Nov 10"],
    ["2026-01-01T00:00:00.000Z", "Jan 1"],
    ["2025-12-31T23:59:00.000Z", "2025-12-31"],
    ["0001-02-03T04:05:06.000Z", "0001-02-03"],
  ])("of %s is %s", (time, words) => {
    expect(shown(time)).toBe(words);
  });

  test("to come is the same moment by a clock that is a little ahead, else a clock or a date, never a span", () => {
    expect(shown("2026-11-17T12:00:59.000Z")).toBe("now");
    expect(shown("2026-11-17T12:01:00.000Z")).toBe("12:01");
    expect(shown("2026-11-18T00:00:00.000Z")).toBe("Nov 18");
    expect(shown("2027-01-02T00:00:00.000Z")).toBe("2027-01-02");
  });

  test("of nothing, or of something else than a time, is no date", () => {
    expect(shown(null)).toBe("no date");
    expect(shown("garbage")).toBe("no date");
    expect(relativeTime(now, at("garbage"), utc)).toBe("no date");
  });

  test("has the weekday, the clock and the year of the zone", () => {
    expect(shown("2026-11-15T19:41:00.000Z", tokyo)).toBe("Mon 04:41");
    expect(shown("2025-12-31T15:00:00.000Z", tokyo)).toBe("Jan 1");
    const newYear = at("2027-01-01T00:30:00.000Z");
    expect(relativeTime(at("2026-12-30T23:00:00.000Z"), newYear, utc)).toBe("Wed 23:00");
  });

  test("counts hours that passed, and shows the clock of that day, where the clocks changed between", () => {
    const berlin: Zone = (atMs) => (atMs < Date.parse("2026-10-25T01:00:00Z") ? 120 : 60);
    const after = at("2026-10-25T12:00:00.000Z");
    expect(relativeTime(at("2026-10-25T00:30:00.000Z"), after, berlin)).toBe("11 h");
    expect(relativeTime(at("2026-10-24T11:30:00.000Z"), after, berlin)).toBe("Sat 13:30");
  });

  test("fits ten columns", () => {
    for (let ago = 0; ago < 1_000; ago += 1) {
      const time = new Date(Date.parse(now) - ago * 3_456_789).toISOString();
      expect(shown(time).length).toBeLessThanOrEqual(10);
    }
  });
});

test("a span has its day and its zone once, unless they changed", () => {
  const [from, to] = [at("2026-11-15T08:00:00.000Z"), at("2026-11-15T11:58:00.000Z")];
  expect(zonedSpan(from, to, utc)).toBe("2026-11-15 08:00 – 11:58 UTC");
  expect(zonedSpan(from, at("2026-11-16T01:00:00.000Z"), utc)).toBe("2026-11-15 08:00 – 2026-11-16 01:00 UTC");
  expect(zonedSpan(from, from, utc)).toBe("2026-11-15 08:00 UTC");
  expect(zonedSpan(null, to, utc)).toBe("2026-11-15 11:58 UTC");
  expect(zonedSpan(from, null, utc)).toBe("2026-11-15 08:00 UTC");
  expect(zonedSpan(null, null, utc)).toBe("no date");
  const summer: Zone = (atMs) => (atMs < Date.parse("2026-11-15T09:00:00Z") ? 120 : 60);
  expect(zonedSpan(from, to, summer)).toBe("2026-11-15 10:00 +02:00 – 2026-11-15 12:58 +01:00");
});

test("where the zone is shown it is the offset of that moment", () => {
  expect(zonedTime(at("2026-02-15T10:32:00.000Z"), utc)).toBe("2026-02-15 10:32 UTC");
  expect(zonedTime(at("2026-02-15T10:32:00.000Z"), tokyo)).toBe("2026-02-15 19:32 +09:00");
  expect(zonedTime(at("2026-02-15T10:32:00.000Z"), stJohns)).toBe("2026-02-15 07:02 -03:30");
  expect(zonedTime(null, utc)).toBe("no date");
});

test("years before 1000 and after 9999 are whole", () => {
  expect(localTime(at("0001-02-03T04:05:06.000Z"), utc)).toBe("0001-02-03 04:05");
  const far = at("+012026-02-03T04:05:06.000Z");
  expect(shortTime(far, new Date("+012026-01-01T00:00:00.000Z"), utc)).toBe("02-03 04:05");
});

describe("the machine's zone", () => {
  beforeAll(() => void vi.stubEnv("TZ", "Europe/Berlin"));
  afterAll(() => void vi.unstubAllEnvs());

  test("is used where no other is given, with its summer time", () => {
    expect(localZone(Date.parse("2026-07-01T00:00:00Z"))).toBe(120);
    expect(localTime(at("2026-02-15T10:32:00.000Z"))).toBe("2026-02-15 11:32");
    expect(zonedTime(at("2026-07-15T10:32:00.000Z"))).toBe("2026-07-15 12:32 +02:00");
  });
});

test("the zone alone is for a screen that shows it once", () => {
  expect(zoneText(at("2026-07-01T10:00:00.000Z"), tokyo)).toBe("+09:00");
  expect(zoneText(at("2026-07-01T10:00:00.000Z"), utc)).toBe("UTC");
  expect(zoneText(null)).toBe("");
});
