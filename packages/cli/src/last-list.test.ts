import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SessionId } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { saveLastList, withRowIds } from "./last-list.ts";

let cache: string;
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), "last-list-"));
});
afterEach(() => rmSync(cache, { recursive: true }));

const machine = () => ({ env: { HOME: cache, REPRISE_CACHE: cache } });
const list = { start: 21, ids: ["codex:a", "claude:b"] as SessionId[] };

test("%N is the session in row N of the last list, only where a session is named", () => {
  saveLastList(list, machine());
  expect(withRowIds("show", ["%22"], machine())).toEqual(["claude:b"]);
  expect(withRowIds("hide", ["%21", "codex:x", "%22"], machine())).toEqual(["codex:a", "codex:x", "claude:b"]);
  expect(withRowIds("replay", ["%21", "%22 is text"], machine())).toEqual(["codex:a", "%22 is text"]);
  expect(withRowIds("search", ["%21"], machine())).toEqual(["%21"]);
});

test("a row that is not there is said, with the rows there are", () => {
  expect(() => withRowIds("show", ["%1"], machine())).toThrow("The last list had no rows: there is no %1.");
  saveLastList(list, machine());
  expect(() => withRowIds("show", ["%1"], machine())).toThrow("The last list had rows 21 to 22: there is no %1.");
  writeFileSync(join(cache, "last-list.json"), '{"start":1,"ids":["cod');
  expect(() => withRowIds("show", ["%1"], machine())).toThrow("no rows");
});

test("a cache that cannot be written stops nothing", () => {
  saveLastList(list, { env: { HOME: cache, REPRISE_CACHE: "/dev/null/cache" } });
});
