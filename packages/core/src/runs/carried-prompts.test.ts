import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noSettings, type RunEvent, type RunId, type ThreadId } from "@reprise/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LiveThread } from "../agents/driving/driver.ts";
import { nodeHost } from "../host/node-host.ts";
import { openJournal } from "../journal/journal.ts";
import { readJournal } from "../journal/read-journal.ts";
import { LiveRun } from "./live-run.ts";

const host = nodeHost({});
const process = { pid: 1, startTicks: "2", boot: "3" };
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "carried-prompts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything in order: prompts that reach the thread, dropped prompts, and the thread's events. */
async function opened(path: string, carries: readonly string[], turn: readonly RunEvent[]) {
  const done: string[] = [];
  const thread = {
    thread: "t" as ThreadId,
    settings: noSettings,
    pid: null,
    toolServers: async () => null,
    async *ask({ text }: { text: string }) {
      done.push(`ask ${text}`);
      for (const event of turn) {
        done.push(event.type);
        yield event;
      }
    },
    close: async () => {},
  } as Partial<LiveThread> as LiveThread;
  const journal = await openJournal(path, { host, process, onHealth: () => {}, redacts: true });
  const run = new LiveRun({
    id: "r" as RunId,
    journal,
    thread,
    kept: new Set(),
    whenAsked: "ask",
    carries,
    dropPrompt: (id) => void done.push(`drop ${id}`),
    release: () => {},
    onEvent: () => {},
  });
  return { run, done };
}

const { signal } = new AbortController();
const ended: RunEvent = { type: "turn-ended", turn: null, state: "completed", failure: null };

test("what a prompt carries is in the journal, then dropped, then the agent is asked; history carries nothing", async () => {
  const path = join(folder, "run.jsonl");
  const { run, done } = await opened(path, ["p1"], [ended]);
  await run.send({ id: "s", text: "a segment" }, () => undefined);
  await run.ask({ id: "a", text: "first" }, signal, ["p2"]);
  await run.ask({ id: "b", text: "second \ud800" }, signal, ["p3"]);
  await run.close();
  expect(done).toEqual([
    ...["ask a segment", "turn-ended", "drop p1", "drop p2", "ask first", "turn-ended"],
    ...["drop p3", "ask second \ufffd", "turn-ended"],
  ]);
  const records = await Array.fromAsync(readJournal(path, host).records);
  const carried = records.flatMap((record) => (record.type === "prompt-sending" ? [record.carries] : []));
  expect(carried).toEqual([[], ["p1", "p2"], ["p3"]]);
});

test("a prompt that the journal does not hold word for word keeps its file until a turn has completed", async () => {
  const secret = "put DB_PASSWORD=correct-horse-battery into .env";
  const persisted: RunEvent = { type: "prompt-persisted", promptId: "a" };
  const failed: RunEvent = { type: "turn-ended", turn: null, state: "failed", failure: null };
  const { run, done } = await opened(join(folder, "run.jsonl"), ["p1"], [persisted, failed]);
  await run.ask({ id: "a", text: secret }, signal);
  expect(done).toEqual([`ask ${secret}`, "prompt-persisted", "turn-ended"]);
  const again = await opened(join(folder, "again.jsonl"), ["p1"], [persisted, ended]);
  await again.run.ask({ id: "a", text: secret }, signal);
  expect(again.done).toEqual([`ask ${secret}`, "prompt-persisted", "turn-ended", "drop p1"]);
});

test("while the journal is not on the disk, the file stays until the agent has the prompt", async () => {
  writeFileSync(join(folder, "blocked"), "a file where a folder must be");
  const persisted: RunEvent = { type: "prompt-persisted", promptId: "a" };
  const { run, done } = await opened(join(folder, "blocked/run.jsonl"), ["p1"], [persisted, ended]);
  await run.ask({ id: "a", text: "first" }, signal);
  expect(done).toEqual(["ask first", "prompt-persisted", "drop p1", "turn-ended"]);
  rmSync(join(folder, "blocked"));
  mkdirSync(join(folder, "blocked"));
  await run.close();
});
