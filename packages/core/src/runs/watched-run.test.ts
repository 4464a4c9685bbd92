import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type NumberedEvent, noSettings, type ProcessIdentity, type RunId, type RunState } from "@reprise/model";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeHost } from "../host/node-host.ts";
import { processIdentity } from "../host/processes/process-identity.ts";
import type { RecordBody } from "../journal/journal-record.ts";
import { watchedRun } from "./watched-run.ts";

const host = nodeHost({});
const alive = processIdentity(host.pid, host.processes);
const dead: ProcessIdentity = { pid: 1, startTicks: "nobody", boot: "never" };
let folder = "";
let path = "";
let seq = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "watched-"));
  path = join(folder, "run.jsonl");
  seq = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (body: RecordBody) => {
  seq += 1;
  return `${JSON.stringify({ v: 1, at: "2026-11-15T10:00:00.000Z", seq, epoch: 1, ...body })}\n`;
};
const started = (process: ProcessIdentity): RecordBody => ({
  type: "run-started",
  run: "r" as RunId,
  agent: "codex",
  label: "l",
  home: null,
  workspace: null,
  scope: { kind: "workspace", root: "/" },
  settings: noSettings,
  process,
  repriseVersion: "0",
  lineage: null,
});
const text = (words: string): RecordBody => ({ type: "text", item: "i", kind: "reply", text: words });
const ended: RecordBody = { type: "run-ended", status: "completed", failure: null };
const watched = (process = alive) =>
  watchedRun({ run: "r" as RunId, journal: path, process } as Partial<RunState> as RunState, host);
const types = (heard: readonly NumberedEvent[]) => heard.map(({ number, event }) => `${number} ${event.type}`);

test("a record that is torn is told once it is whole, and once", async () => {
  const whole = line(started(alive)) + line(text("one"));
  const next = line(text("two"));
  writeFileSync(path, whole + next.slice(0, 20));
  const heard: NumberedEvent[] = [];
  const done = (async () => {
    for await (const event of watched().events()) heard.push(event);
  })();
  await until(() => heard.length === 2);
  appendFileSync(path, next.slice(20));
  await until(() => heard.length === 3);
  appendFileSync(path, line(ended));
  await done;
  expect(types(heard)).toEqual(["1 run-started", "2 delta", "3 delta", "4 run-ended"]);
});

test("a torn record of a dead process is left out, and the run is interrupted", async () => {
  writeFileSync(path, line(started(dead)) + line(text("one")) + line(text("two")).slice(0, 30));
  const heard = await Array.fromAsync(watched(dead).events());
  expect(types(heard)).toEqual(["1 run-started", "2 delta", "3 run-ended"]);
  expect(heard.at(-1)?.event).toMatchObject({ status: "interrupted" });
  expect(await Array.fromAsync(watched(dead).events(3))).toEqual([]);
});

test("a run that goes on after its end is told with both spans", async () => {
  const resumed: RecordBody = {
    type: "run-resumed",
    text: "session resumed",
    process: alive,
    settings: noSettings,
  };
  writeFileSync(path, [started(dead), ended, resumed, text("more"), ended].map(line).join(""));
  const heard = await Array.fromAsync(watched().events());
  expect(types(heard)).toEqual(["1 run-started", "2 run-ended", "3 run-started", "4 delta", "5 run-ended"]);
});

test("a journal that disappears ends the watching with an error", async () => {
  writeFileSync(path, line(started(alive)));
  const heard: NumberedEvent[] = [];
  const done = (async () => {
    for await (const event of watched().events()) heard.push(event);
  })();
  await until(() => heard.length === 1);
  rmSync(path);
  await expect(done).rejects.toMatchObject({ code: "not-found" });
});

test("whoever leaves is not kept waiting", async () => {
  writeFileSync(path, line(started(alive)));
  const leaving = new AbortController();
  const done = Array.fromAsync(watched().events(0, leaving.signal));
  leaving.abort();
  expect((await done).length).toBeLessThanOrEqual(1);
});

test("a journal is read once, however many records it gets while it is watched", async () => {
  writeFileSync(path, line(started(alive)));
  let bytes = 0;
  const counting = {
    ...host,
    files: {
      ...host.files,
      open(name: string, fromByte?: number) {
        const reader = host.files.open(name, fromByte);
        return (
          reader && {
            close: () => reader.close(),
            async read(into: Buffer, at: number) {
              const count = await reader.read(into, at);
              bytes += count;
              return count;
            },
          }
        );
      },
    },
  } as typeof host;
  const state = { run: "r" as RunId, journal: path, process: alive } as Partial<RunState> as RunState;
  let count = 0;
  const done = (async () => {
    for await (const _ of watchedRun(state, counting).events()) count += 1;
  })();
  for (let batch = 0; batch < 10; batch += 1) {
    appendFileSync(path, Array.from({ length: 500 }, () => line(text("x".repeat(100)))).join(""));
    await until(() => count === 1 + (batch + 1) * 500);
  }
  appendFileSync(path, line(ended));
  await done;
  expect(count).toBe(5002);
  expect(bytes).toBeLessThan(2 * (host.files.stamp(path)?.sizeBytes ?? 0));
});

test("records without what their type promises are passed over", async () => {
  const broken = [
    { type: "mcp_tools_missing" },
    { type: "item-started", item: "k", body: { kind: "reply" } },
    { type: "item-completed", item: "k", kind: "edit", body: { kind: "edit", changes: "x" } },
    { type: "turn-started", turn: {} },
    { type: "usage", tokens: "many" },
    { type: "prompt-persisted" },
    { type: "segment-sent" },
  ] as readonly unknown[] as readonly RecordBody[];
  writeFileSync(path, [started(alive), ...broken, ended].map(line).join(""));
  const heard = await Array.fromAsync(watched().events());
  expect(types(heard)).toEqual(["1 run-started", "9 run-ended"]);
});
