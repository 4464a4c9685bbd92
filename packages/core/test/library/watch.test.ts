import { spawn, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Changes } from "@reprise/model";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openFileLibrary } from "../../src/library.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("library-watch");
});
afterEach(() => scratch.remove());

const cutOff = fileURLToPath(new URL("../../../../fixtures/codex/kill9-mid-tool/sessions", import.meta.url));
const library = (homes = {}) =>
  openFileLibrary(
    nodeHost({ HOME: scratch.home, REPRISE_CACHE: join(scratch.root, "cache"), PATH: process.env.PATH }),
    { homes },
  );
const hasFlock = process.platform === "linux" && spawnSync("flock", ["--version"]).status === 0;

/** Past what it tells at the beginning. */
async function begun(told: AsyncGenerator<Changes>): Promise<AsyncGenerator<Changes>> {
  expect(await told.next()).toMatchObject({ done: false });
  return told;
}

it("tells of an agent's home that was not there when it began", async () => {
  const stop = new AbortController();
  const told = await begun(library().watch(stop.signal));
  const first = told.next();
  cpSync(cutOff, join(scratch.home, ".codex", "sessions"), { recursive: true });
  expect(await first).toMatchObject({ done: false });
  stop.abort();
});

it("watches the homes it was given", async () => {
  const given = join(scratch.root, "given");
  mkdirSync(given);
  const stop = new AbortController();
  const told = library({ codex: [given] })
    .watch(stop.signal)
    [Symbol.asyncIterator]();
  const first = told.next();
  const writing = setInterval(() => writeFileSync(join(given, "a"), String(Math.random())), 50);
  expect(await first).toMatchObject({ done: false });
  clearInterval(writing);
  stop.abort();
});

it.runIf(hasFlock)("tells when the process that holds a session is killed", async () => {
  const home = join(scratch.home, ".codex");
  cpSync(cutOff, join(home, "sessions"), { recursive: true });
  const opened = library();
  const states = async () => (await opened.list({ scope: "all" })).sessions.map(({ state }) => state);
  const [session] = (await opened.list({ scope: "all" })).sessions;
  const lock = join(home, "thread-writer-locks", `${session?.thread}.lock`);
  mkdirSync(join(lock, ".."));
  writeFileSync(lock, "");
  const holder = spawn("flock", ["--no-fork", lock, "sleep", "60"], { stdio: "ignore" });
  const stop = new AbortController();
  try {
    await expect.poll(states).toEqual(["working"]);
    const told = await begun(opened.watch(stop.signal));
    const first = told.next();
    holder.kill("SIGKILL");
    expect(await first).toMatchObject({ value: { sessions: [session?.id] } });
    expect(await states()).toEqual(["interrupted"]);
  } finally {
    stop.abort();
    holder.kill("SIGKILL");
    opened.close();
  }
});

it("says which sessions were added, changed and removed", async () => {
  const sessions = join(scratch.home, ".codex", "sessions");
  cpSync(cutOff, sessions, { recursive: true });
  const opened = library();
  const stop = new AbortController();
  const watched = await begun(opened.watch(stop.signal));
  const [session] = (await opened.list({ scope: "all" })).sessions;
  const path = session?.files[0]?.path ?? "";
  const changes = async () => (await watched.next()).value?.sessions;
  const waiting = changes();
  appendFileSync(path, "{}\n");
  expect(await waiting).toEqual([session?.id]);
  const other = path.replace(/[0-9a-f]{12}(?=\.jsonl$)/, "0123456789ab");
  const added = changes();
  writeFileSync(
    other,
    readFileSync(path, "utf8").replaceAll(session?.thread ?? "", (thread) => thread.replace(/.{12}$/, "0123456789ab")),
  );
  expect(await added).toEqual([`codex:${session?.thread.replace(/.{12}$/, "0123456789ab")}`]);
  const removed = changes();
  rmSync(path);
  expect(await removed).toEqual([session?.id]);
  stop.abort();
  opened.close();
});
