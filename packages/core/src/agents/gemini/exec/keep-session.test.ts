import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { asThreadId, noSettings } from "@reprise/model";
import { hashTree, makeScratch } from "@reprise/testkit";
import { expect, onTestFinished, test } from "vitest";
import { keepSession } from "./keep-session.ts";

const thread = asThreadId("dddd0001-0000-4000-8000-000000000001");

async function setUp(keep = true) {
  const scratch = await makeScratch();
  onTestFinished(() => scratch.remove());
  const chats = join(scratch.home, ".gemini", "tmp", "workspace", "chats");
  const keepIn = join(scratch.root, "kept");
  await mkdir(chats, { recursive: true });
  const original = join(chats, "session-2026-11-15T19-45-dddd0001.jsonl");
  await writeFile(original, "one\ntwo\n");
  await writeFile(join(chats, "session-2026-11-15T19-46-eeee0002.jsonl"), "other\n");
  const launch = {
    settings: noSettings,
    env: {},
    home: join(scratch.home, ".gemini"),
    program: null,
    keepIn: keep ? keepIn : null,
    onLine: () => undefined,
    signal: new AbortController().signal,
  };
  return {
    scratch,
    original,
    copy: join(keepIn, thread, "session-2026-11-15T19-45-dddd0001.jsonl"),
    keepIn,
    launch,
  };
}

test("a session's files are copied before a turn and again after it; the agent's folder is only read", async () => {
  const { scratch, original, copy, launch } = await setUp();
  const before = await hashTree(scratch.home);
  const guard = keepSession({ thread, launch });
  expect(guard.notices).toEqual([]);
  expect(await hashTree(scratch.home)).toEqual(before);
  expect(await readFile(copy, "utf8")).toBe("one\ntwo\n");
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  await writeFile(original, "one\ntwo\nthree\n");
  expect(guard.after()).toEqual([]);
  expect(await readFile(copy, "utf8")).toBe("one\ntwo\nthree\n");
});

test("a file that was deleted meanwhile is named, with its copy", async () => {
  const { original, copy, launch } = await setUp();
  const guard = keepSession({ thread, launch });
  await rm(original);
  expect(guard.after()).toEqual([
    `Gemini CLI has deleted ${original}. What was in it before this turn is kept in ${copy}.`,
  ]);
  expect(await readFile(copy, "utf8")).toBe("one\ntwo\n");
});

test("a file that became shorter is named, and never replaces the longer copy", async () => {
  const { original, copy, launch } = await setUp();
  const guard = keepSession({ thread, launch });
  await writeFile(original, "one\n");
  expect(guard.after()).toEqual([expect.stringContaining("has shortened")]);
  keepSession({ thread, launch }).after();
  expect(await readFile(copy, "utf8")).toBe("one\ntwo\n");
});

test("without a folder to keep them in, nothing is copied", async () => {
  const { launch, keepIn } = await setUp(false);
  expect(keepSession({ thread, launch }).after()).toEqual([]);
  await expect(stat(keepIn)).rejects.toThrow("ENOENT");
});

test("a folder that cannot be written is told, and is no hindrance", async () => {
  const { launch, scratch } = await setUp();
  await writeFile(join(scratch.root, "file"), "");
  const guard = keepSession({ thread, launch: { ...launch, keepIn: join(scratch.root, "file", "below") } });
  expect(guard.notices).toEqual([expect.stringContaining("No copy of the session could be kept")]);
});
