import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Timestamp } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { openKnownBrowsers } from "./known-browsers.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("reprise-browsers");
});
afterEach(() => scratch.remove());

const [a, b] = ["a".repeat(64), "b".repeat(64)];
const file = () => join(scratch.root, "state", "servers", "7718.browsers.json");
const on = (now: string) =>
  openKnownBrowsers(join(scratch.root, "state"), {
    ...nodeHost({ HOME: scratch.home }),
    now: () => now as Timestamp,
  });

describe("browsers that were let in", () => {
  test("are known to the next server of the port, and to no other", () => {
    on("2026-01-01T00:00:00.000Z").used(7718, a);
    on("2026-01-02T00:00:00.000Z").used(7718, b);
    const later = on("2026-01-03T00:00:00.000Z");
    expect([later.at(7718), later.at(7719)]).toEqual([[a, b], []]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test("are none where there is no file to read", () => {
    mkdirSync(file(), { recursive: true });
    expect([on("2026-01-01T00:00:00.000Z").at(7718), on("2026-01-01T00:00:00.000Z").ports()]).toEqual([[], []]);
  });

  test("are forgotten after 30 days without use, and when they sign out", () => {
    on("2026-01-01T00:00:00.000Z").used(7718, a);
    on("2026-01-01T00:00:00.000Z").used(7718, b);
    on("2026-01-20T00:00:00.000Z").used(7718, b);
    expect(on("2026-02-01T00:00:00.000Z").at(7718)).toEqual([b]);
    on("2026-02-01T00:00:00.000Z").remove(7718, b);
    expect(on("2026-02-01T00:00:00.000Z").at(7718)).toEqual([]);
  });

  test("stay when the clock goes back", () => {
    on("2026-06-01T00:00:00.000Z").used(7718, a);
    expect(on("2026-01-01T00:00:00.000Z").at(7718)).toEqual([a]);
  });

  test("are at most 200 a port", () => {
    const browsers = on("2026-01-01T00:00:00.000Z");
    const hashes = Array.from({ length: 203 }, (_, n) => n.toString(16).padStart(64, "0"));
    for (const hash of hashes) browsers.used(7718, hash);
    expect(browsers.at(7718)).toEqual(hashes.slice(3));
  });

  test.each(["", "{", "[]", '{"version":2,"browsers":[]}', '{"version":1,"browsers":[{"hash":"x"}]}'])(
    "in a file that cannot be understood are out: %j",
    (text) => {
      const browsers = on("2026-01-01T00:00:00.000Z");
      browsers.used(7718, a);
      writeFileSync(file(), text);
      expect([browsers.at(7718), browsers.ports()]).toEqual([[], []]);
      browsers.used(7718, b);
      expect(browsers.at(7718)).toEqual([b]);
    },
  );

  test("tell which port was used last", () => {
    on("2026-01-01T00:00:00.000Z").used(7718, a);
    on("2026-01-03T00:00:00.000Z").used(4000, a);
    on("2026-01-02T00:00:00.000Z").used(5000, a);
    expect(on("2026-01-04T00:00:00.000Z").ports()).toEqual([4000, 5000, 7718]);
  });
});
