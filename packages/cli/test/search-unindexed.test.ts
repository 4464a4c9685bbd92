import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeScratch, type Scratch, until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, it } from "vitest";
import { reprise } from "./recorded-home.ts";

const sessionCount = 250;
let scratch: Scratch;
let env: Record<string, string>;
beforeEach(async () => {
  scratch = await makeScratch("reprise-unindexed");
  const cache = join(scratch.root, "cache");
  env = {
    PATH: process.env.PATH ?? "",
    HOME: scratch.home,
    REPRISE_CACHE: cache,
    REPRISE_STATE: join(scratch.root, "state"),
  };
  const folder = join(scratch.home, ".codex/sessions/2026/11/15");
  mkdirSync(folder, { recursive: true });
  for (let number = 0; number < sessionCount; number += 1) writeSession(folder, number);
});
afterEach(() => scratch.remove());

/** 20 KB each: together more than is read without a look at the bytes. */
function writeSession(folder: string, number: number): void {
  const thread = `01a1e0b9-148a-7f41-84de-${String(number).padStart(12, "0")}`;
  const line = (type: string, payload: object) =>
    `${JSON.stringify({ timestamp: "2026-11-15T20:00:00.000Z", type, payload })}\n`;
  const text = number === 7 ? "the velmariscope" : `word${number} `.repeat(1600);
  const lines = [
    line("session_meta", { id: thread, timestamp: "2026-11-15T20:00:00.000Z", cwd: "/srv/app" }),
    line("event_msg", { type: "user_message", message: `Question ${number}` }),
    line("event_msg", { type: "agent_message", message: `${text} and the rest ${"of it ".repeat(1200)}` }),
  ];
  writeFileSync(join(folder, `rollout-2026-11-15T19-35-21-${thread}.jsonl`), lines.join(""));
}

async function search(word: string, more: Record<string, string> = {}): Promise<string[]> {
  const { stdout } = await promisify(execFile)(reprise, ["search", "--all", "--json", word], {
    env: { ...env, ...more },
  });
  return stdout.trim().split("\n");
}

const catalog = () => join(scratch.root, "cache/catalog.db");

function indexedCount(): number {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const database = new DatabaseSync(catalog(), { readOnly: true, timeout: 10_000 });
  try {
    const row = database.prepare("SELECT count(*) AS count FROM rollout WHERE id NOT IN (SELECT id FROM untold)").get();
    return Number(row?.count);
  } finally {
    database.close();
  }
}

const indexing = () => `${catalog()}.indexing.owner`;

it("a search answers with what is found, and the rest is indexed by a process that it leaves behind", async () => {
  expect(await search("velmariscope")).toHaveLength(1);
  await until(() => indexedCount() === sessionCount);
  await until(() => !existsSync(indexing()));
  expect(await search("word9")).toHaveLength(11);
});

it("nothing is left behind if a person asks for that, and each search finds everything", async () => {
  const none = { REPRISE_NO_INDEXING: "1" };
  expect(await search("velmariscope", none)).toHaveLength(1);
  expect(indexedCount()).toBe(1);
  expect(await search("word249", none)).toHaveLength(1);
  expect(indexedCount()).toBe(2);
});

it("indexing that is killed has lost nothing", async () => {
  await search("velmariscope");
  await until(() => existsSync(indexing()) || indexedCount() === sessionCount);
  if (existsSync(indexing())) process.kill(JSON.parse(readFileSync(indexing(), "utf8")).pid, "SIGKILL");
  expect(await search("word249", { REPRISE_NO_INDEXING: "1" })).toHaveLength(1);
  await search("word12");
  await until(() => indexedCount() === sessionCount);
});
