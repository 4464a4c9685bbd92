import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SessionError } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { newManifest } from "./manifest.ts";
import { SessionReader } from "./session-reader.ts";

let scratch: Scratch;
let path: string;
beforeEach(async () => {
  scratch = await makeScratch("reprise-ahead");
  path = join(scratch.root, "session.jsonl");
  const parts = { appVersion: "1", optionsVersion: 1, workspaceId: "w", root: "/w" };
  writeFileSync(path, `${JSON.stringify(newManifest(parts, nodeHost({}).now()))}\n`);
});
afterEach(() => scratch.remove());

/** How often a file was read is how often its first line was looked at. */
function reader() {
  const seen = { readCount: 0, isLocked: false, timers: [] as (() => void)[] };
  const linesOf = () => {
    seen.readCount += 1;
    if (seen.isLocked) throw new SessionError("refused", "There is no key.");
    return null;
  };
  const timers = {
    after: (_: number, act: () => void) => {
      seen.timers.push(act);
      return () => undefined;
    },
  };
  return { seen, reader: new SessionReader(linesOf, nodeHost({ HOME: scratch.home }), timers) };
}

test("what was read ahead is not read again, and is given once", async () => {
  const { seen, reader: one } = reader();
  await one.readAhead(path);
  expect(await one.read(path)).toMatchObject({ kind: "read", lineCount: 1 });
  expect(seen.readCount).toBe(1);
  await one.read(path);
  expect(seen.readCount).toBe(2);
});

test("one who asks while it is read gets that reading", async () => {
  const { seen, reader: one } = reader();
  const ahead = one.readAhead(path);
  expect(await one.read(path)).toMatchObject({ kind: "read" });
  await ahead;
  expect(seen.readCount).toBe(1);
});

test("a file that has changed since is read again", async () => {
  const { seen, reader: one } = reader();
  await one.readAhead(path);
  appendFileSync(path, "{}\n");
  expect(await one.read(path)).toMatchObject({ lineCount: 2 });
  expect(seen.readCount).toBe(2);
});

test("a session that was locked is read with the key that came later", async () => {
  const { seen, reader: one } = reader();
  seen.isLocked = true;
  await one.readAhead(path);
  seen.isLocked = false;
  expect(await one.read(path)).toMatchObject({ kind: "read" });
});

test("it is forgotten after a while", async () => {
  const { seen, reader: one } = reader();
  await one.readAhead(path);
  for (const act of seen.timers) act();
  await one.read(path);
  expect(seen.readCount).toBe(2);
});
