import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Timestamp } from "../ids.ts";
import { localTime, localZone, shortTime, type Zone, zonedTime } from "./clock.ts";

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
