import type { Entry, Library, RestoreEvent, Turn } from "@reprise/model";
import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../../test/support/live.ts";
import { replayPlan } from "../../../../test/support/plans.ts";
import { loadUnsent } from "./load-history.ts";

const plan = replayPlan({ turns: { from: 1, to: 4 } });
const said = (number: number): Entry => ({
  kind: "item",
  key: `i${number}`,
  item: { kind: "prompt", text: `said ${number}` },
});
const segment = (number: number): RestoreEvent => ({
  type: "restoring",
  doneCount: number,
  totalCount: 4,
  items: [`i${number}`],
  tokens: 10,
});
const restored: RestoreEvent = {
  type: "restored",
  session: "codex:t-2" as never,
  thread: "t-2" as never,
  from: plan.session,
  via: "segments",
  itemCount: 4,
  segmentCount: 4,
  sentTokens: 40,
};
const reads = ({ tasks }: DrivenLive) =>
  tasks.flatMap((task) => (task.type === "read-untold" ? [[task.from, task.to]] : []));
const opened = () => new DrivenLive(restoreBeginning({ plan })).resumed();

test("a replay is read from its first turn on, and the next piece when it is told", () => {
  const live = opened();
  expect(reads(live)).toEqual([[1, 4]]);
  live.happens(segment(1));
  expect(live.text).not.toContain("said 1");
  live.tell({ type: "untold", entries: [said(1), said(2)], prompts: ["said 1", "said 2"], next: 3 });
  expect(live.text).toContain("said 1");
  expect(live.text).not.toContain("said 2");
  live.happens(segment(2));
  expect(reads(live)).toHaveLength(1);
  live.happens(segment(3));
  expect(reads(live)).toEqual([
    [1, 4],
    [3, 4],
  ]);
  live.tell({ type: "untold", entries: [said(3), said(4)], prompts: ["said 3", "said 4"], next: null });
  expect(live.text).toMatch(/said 1\s+› said 2\s+› said 3/);
  expect(live.text).not.toContain("said 4");
  expect(live.happens(segment(4), restored).text).toContain("said 4");
  expect(live.state.composer.history).toEqual(["said 1", "said 2", "said 3", "said 4"]);
});

test("where it was told faster than it was read, its end is read in the end", () => {
  const live = opened().happens(segment(1));
  live.tell({ type: "untold", entries: [said(1)], prompts: [], next: 2 }).happens(segment(4), restored);
  expect(live.tasks.at(-1)).toMatchObject({ type: "read" });
  live.tell({ type: "untold", entries: [said(2)], prompts: [], next: 3 });
  live.tell({ type: "earlier", entries: [said(4)], prompts: [] });
  expect(live.text).toMatch(/said 4\s+Replayed as codex:t-2/);
  expect(live.text).not.toMatch(/said [12]/);
});

test("a piece ends with a turn, and says where the next begins", async () => {
  const turn = (number: number): Turn => ({
    number,
    state: "completed",
    startedAt: null,
    endedAt: null,
    items: Array.from({ length: 150 }, (_, index) => ({
      id: `${number}.${index}`,
      at: null,
      origin: { file: "f", line: 1, byteOffset: 0 },
      kind: "prompt",
      text: `${number}`,
    })),
  });
  const read = async (_: unknown, { from, to }: { from: number; to: number }) => ({
    turns: (async function* () {
      for (let number = from; number <= to; number += 1) yield turn(number);
    })(),
  });
  const library = { read } as unknown as Library;
  const { signal } = new AbortController();
  const first = await loadUnsent({ session: "codex:a" as never, from: 1, to: 4 }, library, signal);
  expect([first.entries.length, first.next]).toEqual([450, 4]);
  const last = await loadUnsent({ session: "codex:a" as never, from: 4, to: 4 }, library, signal);
  expect([last.entries.length, last.next]).toEqual([150, null]);
});

test("a long prompt is shown shortened and recalled whole", async () => {
  const text = `${"first ".repeat(10_000)}middle${" last".repeat(10_000)}`;
  const items = [{ id: "i1", at: null, origin: null, kind: "prompt", text }];
  const turn = { number: 1, items } as unknown as Turn;
  const turns = (async function* () {
    yield turn;
  })();
  const library = { read: async () => ({ turns }) } as unknown as Library;
  const { signal } = new AbortController();
  const { entries, prompts } = await loadUnsent({ session: "codex:a" as never, from: 1, to: 1 }, library, signal);
  expect(JSON.stringify(entries)).toContain("characters left out");
  expect(prompts).toEqual([text]);
});
