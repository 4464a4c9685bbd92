import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchFolders } from "./watch-folders.ts";

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch("watch");
});
afterAll(() => scratch.remove());

it("tells that something below the folders changed, also in a folder that is new, and ends with the signal", async () => {
  const stop = new AbortController();
  const told = watchFolders([scratch.root], stop.signal);
  const first = told.next();
  const writing = setInterval(() => {
    mkdirSync(join(scratch.root, "2026", "11"), { recursive: true });
    writeFileSync(join(scratch.root, "2026", "11", "a.jsonl"), String(Math.random()));
  }, 50);
  expect(await first).toMatchObject({ done: false });
  clearInterval(writing);
  stop.abort();
  let isDone = false;
  while (!isDone) isDone = (await told.next()).done === true;
});

it("goes on by itself where a folder cannot be watched", async () => {
  const stop = new AbortController();
  const told = watchFolders([join(scratch.root, "not there")], stop.signal);
  expect(await told.next()).toMatchObject({ done: false });
  stop.abort();
  expect(await told.next()).toMatchObject({ done: true });
});
