import type { Controls, ProjectEvent, RestoreEvent, Runner, StartedRun } from "@reprise/model";
import { asThreadId, SessionError } from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { placeOf } from "../find/place-of.ts";
import { readProgress } from "../progress-file/read-progress.ts";
import { startWork, type WorkParts } from "./project-work.ts";

const done: string[] = [];

function runOf(events: readonly unknown[]): StartedRun {
  return {
    controls: { end: async () => void done.push("end") } as unknown as Controls,
    async *events() {
      for (const [index, event] of events.entries()) yield { number: index + 1, event: event as RestoreEvent };
    },
  } as unknown as StartedRun;
}

/** Rounds whose agent says the same every time, in threads that are never found again. */
function work(events: readonly unknown[], append: (record: { type: string }) => void) {
  const place = placeOf("/w/.reprise/projects/2026/11/17/1", { real: (path) => path });
  if (!place) throw new Error("no place");
  done.length = 0;
  const runner = {
    async run() {
      done.push("run");
      if (done.length > 20) throw new Error("without end");
      return runOf(events);
    },
    plan: () => Promise.reject(new SessionError("not-found", "no such thread")),
  } as unknown as Runner;
  const parts: Partial<WorkParts> = {
    place,
    runner,
    host: memoryHost({}),
    writer: { append, close() {} },
    agent: "codex",
    settings: {},
    untilTime: null,
    maxTokens: null,
    name: "x",
    origin: "o",
    unfinished: null,
    startCommit: null,
    finishedCount: 0,
    lastNumber: 0,
    from: 1,
    total: 3,
    release: () => {},
    rolloutOf: async () => null,
    readProgress: () => readProgress("---\n---\n"),
    summary: () => ({ state: "stopped" }) as ReturnType<WorkParts["summary"]>,
  };
  return startWork(parts as WorkParts);
}

async function all(run: ReturnType<typeof work>): Promise<ProjectEvent[]> {
  const seen: ProjectEvent[] = [];
  for await (const { event } of run.events()) seen.push(event);
  return seen;
}

const thread = { type: "thread", thread: asThreadId("t1"), isPersisted: true };
const dropped = {
  type: "run-ended",
  status: "failed",
  failure: { kind: "transport", message: "down", resetsAt: null },
};

describe("work on a project", () => {
  it("gives a round whose thread is lost one other thread, not one after another without end", async () => {
    const types: string[] = [];
    const events = await all(work([thread, dropped], ({ type }) => types.push(type)));
    expect(done.filter((one) => one === "run")).toHaveLength(2);
    expect(types).toEqual(Array(2).fill(["round-started", "round-configured", "round-finished"]).flat());
    expect(events.at(-1)).toMatchObject({ type: "project-ended", reason: expect.stringContaining("lost") });
  });

  it("ends the agent when what it does can no longer be recorded", async () => {
    const full = new SessionError("not-saved", "no space left");
    const run = work([thread, { type: "notice", text: "goes on" }], ({ type }) => {
      if (type === "round-configured") throw full;
    });
    await expect(all(run)).rejects.toBe(full);
    expect(done).toEqual(["run", "end"]);
  });
});
