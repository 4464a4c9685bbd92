import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchFolders } from "./watch-folders.ts";

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch("watch");
});
afterAll(() => scratch.remove());

/** Past what it tells at the beginning. */
async function begun(told: AsyncGenerator<void>): Promise<AsyncGenerator<void>> {
  expect(await told.next()).toMatchObject({ done: false });
  return told;
}

it("tells that something below the folders changed, also in a folder that is new, and ends with the signal", async () => {
  const stop = new AbortController();
  const told = await begun(watchFolders(() => [scratch.root], stop.signal));
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
  const file = join(scratch.root, "a file");
  writeFileSync(file, "");
  const told = await begun(watchFolders(() => [file], stop.signal));
  expect(await told.next()).toMatchObject({ done: false });
  stop.abort();
  expect(await told.next()).toMatchObject({ done: true });
});

it("tells of a folder that comes later, and of what happens in it", async () => {
  const stop = new AbortController();
  const later = join(scratch.root, "later");
  const told = await begun(watchFolders(() => (existsSync(later) ? [later] : []), stop.signal));
  const first = told.next();
  mkdirSync(later);
  expect(await first).toMatchObject({ done: false });
  const second = told.next();
  writeFileSync(join(later, "a.jsonl"), "");
  expect(await second).toMatchObject({ done: false });
  stop.abort();
  expect(await told.next()).toMatchObject({ done: true });
});

it("tells what no folder tells of", async () => {
  const stop = new AbortController();
  let isOtherwise = false;
  const told = watchFolders(
    () => [],
    stop.signal,
    () => isOtherwise,
  );
  const first = told.next();
  isOtherwise = true;
  expect(await first).toMatchObject({ done: false });
  stop.abort();
});
