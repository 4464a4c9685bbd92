import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Answer,
  type Failure,
  noSettings,
  plainRequest,
  type Request,
  type RunEvent,
  type RunId,
  type RunState,
  type ThreadId,
  type Timestamp,
} from "@reprise/model";
import { until } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LiveThread, ToolServer } from "../agents/driving/driver.ts";
import { nodeHost } from "../host/node-host.ts";
import { eventsOf } from "../journal/events.ts";
import { type Journal, openJournal } from "../journal/journal.ts";
import type { JournalRecord } from "../journal/journal-record.ts";
import { readJournal } from "../journal/read-journal.ts";
import { withRecap } from "./converse.ts";
import { LiveRun, type LiveRunParts } from "./live-run.ts";

const host = nodeHost({});
const { signal } = new AbortController();
const process = { pid: 1, startTicks: "2", boot: "3" };
let folder = "";
let path = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "reprise-live-run-"));
  path = join(folder, "run.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true }));

const request = (id: string, hash: string | null = `h-${id}`): Request => ({
  id,
  kind: "command",
  subject: `run ${id}`,
  reason: null,
  cwd: null,
  item: null,
  hash,
  choices: ["once", "session", "decline"],
  ...plainRequest,
});
const asked = (id: string, hash?: string | null): RunEvent => ({
  type: "request",
  request: request(id, hash),
});
const ended = (
  state: "completed" | "failed" | "interrupted" = "completed",
  failure: Failure | null = null,
): RunEvent => ({ type: "turn-ended", turn: null, state, failure });

/** Nothing more happens in the turn until the thread is closed; then it is interrupted, as every driver reports it. */
const untilClosed = { type: "notice", text: "until closed" } as const;

/** A thread that plays one list of events per turn; `during` is called between two events. */
interface Stage {
  readonly run: LiveRun;
  readonly answers: string[];
  readonly done: string[];
  readonly told: readonly RunEvent[];
  readonly records: () => Promise<JournalRecord[]>;
}

async function stage(
  turns: readonly (readonly RunEvent[])[],
  more: Partial<LiveRunParts> & {
    during?: (event: RunEvent) => void;
    servers?: (ToolServer[] | Error)[];
  } = {},
): Promise<Stage> {
  const { during, servers = [], ...parts } = more;
  const closed = Promise.withResolvers<void>();
  const answers: string[] = [];
  const done: string[] = [];
  const left = [...turns];
  const thread: LiveThread = {
    thread: "t" as ThreadId,
    settings: noSettings,
    pid: null,
    async *ask() {
      for (const event of left.shift() ?? []) {
        yield event;
        during?.(event);
        if (event !== untilClosed) continue;
        await closed.promise;
        return yield ended("interrupted");
      }
    },
    steer: async ({ text }) => void done.push(`steer ${text}`),
    answer: (id: string, { decision }: Answer) => void answers.push(`${id} ${decision}`),
    toolServers: async () => {
      const told = servers.shift() ?? null;
      if (told instanceof Error) throw told;
      return told;
    },
    interrupt: async () => void done.push("interrupt"),
    close: async () => {
      done.push("close");
      closed.resolve();
    },
  };
  const opened = await openJournal(path, { host, process, onHealth: () => undefined, redacts: true });
  const journal: Journal = {
    ...opened,
    get state() {
      return opened.state;
    },
    get isBehind() {
      return opened.isBehind;
    },
    close() {
      done.push("close journal");
      opened.close();
    },
  };
  journal.append({
    type: "run-started",
    run: "r" as RunId,
    agent: "codex",
    scope: { kind: "workspace", root: "/srv" },
    label: "l",
    home: null,
    workspace: "/srv",
    settings: noSettings,
    process,
    repriseVersion: "0",
    lineage: null,
  });
  const told: RunEvent[] = [];
  const run = new LiveRun({
    onEvent: (event) => void told.push(event),
    id: "r" as RunId,
    journal,
    thread,
    kept: new Set(),
    whenAsked: "ask",
    carries: [],
    dropPrompt: (prompt) => void done.push(`drop ${prompt}`),
    release: () => void done.push("release"),
    ...parts,
  });
  return {
    run,
    answers,
    done,
    told,
    records: async () => Array.fromAsync(readJournal(path, host).records),
  };
}
const answered = (records: readonly JournalRecord[]) =>
  records.flatMap((record) =>
    record.type === "request-answered"
      ? [`${record.request} ${record.hash} ${record.answer.decision} ${record.by}`]
      : [],
  );

describe("what an agent asks for", () => {
  const kept = new Set(["h-a"]);

  it("waits for the person, and is answered once", async () => {
    const { run, answers, records } = await stage([[asked("a"), asked("b"), ended()]], {
      during: (event) => {
        if (event.type !== "request" || event.request.id !== "b") return;
        expect(run.pending.map(({ id }) => id)).toEqual(["a", "b"]);
        run.answer("b", { decision: "decline" });
        run.answer("b", { decision: "once" });
        run.answer("unknown", { decision: "once" });
        expect(run.pending.map(({ id }) => id)).toEqual(["a"]);
      },
    });
    await run.ask({ id: "p", text: "go" }, signal);
    expect(answers).toEqual(["b decline"]);
    expect(answered(await records())).toEqual(["b h-b decline person"]);
    const requests = (await records()).flatMap((record) => (record.type === "request-asked" ? [record.request] : []));
    expect(requests).toEqual([request("a"), request("b")]);
    expect(run.pending).toEqual([]);
  });

  it("is answered by what was kept only where it is the same request", async () => {
    const { run, answers, records, told } = await stage([[asked("1", "h-a"), asked("2", "h-b"), ended()]], {
      kept,
    });
    await run.ask({ id: "p", text: "go" }, signal);
    expect(answers).toEqual(["1 once"]);
    expect(answered(await records())).toEqual(["1 h-a once kept"]);
    await run.close();
    expect(told.filter(({ type }) => type === "request-resolved")).toEqual([
      { type: "request-resolved", id: "1", decision: "once", by: "kept" },
    ]);
  });

  it("that only the agent's log claims to be allowed is told and recorded as such", async () => {
    const { run, records, told } = await stage([[asked("1", "h-a"), ended()]], { kept, claimed: kept });
    await run.ask({ id: "p", text: "go" }, signal);
    expect(answered(await records())).toEqual(["1 h-a once log"]);
    await run.close();
    expect(told).toContainEqual({ type: "request-resolved", id: "1", decision: "once", by: "log" });
  });

  it("is never answered by a saved approval where it cannot be identified", async () => {
    const unnamed = new Set<string | null>([null, "null", ""]) as Set<string>;
    const { run, answers, records } = await stage([[asked("1", null), asked("2", "h-2"), ended()]], {
      kept: unnamed,
    });
    await run.ask({ id: "p", text: "go" }, signal);
    expect(answers).toEqual([]);
    expect(answered(await records())).toEqual([]);
  });

  it("is declined where nobody is there, unless it was kept", async () => {
    const { run, answers, records } = await stage([[asked("1", "h-a"), asked("2"), ended()]], {
      kept,
      whenAsked: "decline",
    });
    await run.ask({ id: "p", text: "go" }, signal);
    expect(answers).toEqual(["1 once", "2 decline"]);
    expect(answered(await records())).toEqual(["1 h-a once kept", "2 h-2 decline policy"]);
  });

  it("what the agent itself takes back is no answer of ours, and cannot be answered any more", async () => {
    const resolved: RunEvent = { type: "request-resolved", id: "a", decision: "cancel", by: "agent" };
    const { run, answers, records } = await stage([[asked("a"), resolved, resolved, ended()]], {
      during: (event) => {
        if (event.type === "request-resolved") run.answer("a", { decision: "once" });
      },
    });
    await run.ask({ id: "p", text: "go" }, signal);
    expect(answers).toEqual([]);
    expect(answered(await records())).toEqual(["a h-a cancel agent"]);
  });

  it("dies with its turn", async () => {
    const { run, answers } = await stage([[asked("a"), ended()]]);
    await run.ask({ id: "p", text: "go" }, signal);
    run.answer("a", { decision: "once" });
    expect(answers).toEqual([]);
  });
});

describe("what is written down", () => {
  it("is every intent before its effect, and every event before it is told", async () => {
    const item = { kind: "command", command: "make", output: null, exitCode: null, status: "open" } as const;
    const { run, records, done } = await stage([
      [
        { type: "thread", thread: "t" as ThreadId, isPersisted: false },
        { type: "thread", thread: "t" as ThreadId, isPersisted: false },
        { type: "thread", thread: "t" as ThreadId, isPersisted: true },
        { type: "thread", thread: "t" as ThreadId, isPersisted: true },
        { type: "thread", thread: "t" as ThreadId, isPersisted: false },
        { type: "settings", settings: { ...noSettings, model: "m" } },
        { type: "prompt-persisted", promptId: "p" },
        { type: "turn-started", turn: "k" },
        { type: "item", key: "i", item, isComplete: false },
        { type: "item", key: "i", item, isComplete: true },
        { type: "item-dropped", key: "j" },
        ended(),
      ],
    ]);
    await run.ask({ id: "p", text: "go" }, signal);
    await run.steer({ id: "s", text: "left" });
    expect(done).toEqual(["steer left"]);
    expect((await records()).slice(-10).map(({ type }) => type)).toEqual([
      ...["thread-known", "thread-known", "settings-effective", "prompt-persisted", "turn-started"],
      ...["item-started", "item-completed", "item-completed", "turn-ended", "prompt-sending"],
    ]);
    expect((await records()).filter(({ type }) => type === "thread-known")).toMatchObject([
      { thread: "t", isPersisted: false },
      { thread: "t", isPersisted: true },
    ]);
    const prompts = (await records()).filter(({ type }) => type === "prompt-sending");
    expect(prompts).toMatchObject([
      { prompt: "p", text: "go", isSteering: false },
      { prompt: "s", text: "left", isSteering: true },
    ]);
    const items = (await records()).filter(({ type }) => type === "item-completed");
    expect(items).toMatchObject([
      { item: "i", kind: "command" },
      { item: "j", kind: "dropped" },
    ]);
  });

  it("is what was streamed too, and everybody who watches is told all of it", async () => {
    const delta: RunEvent = { type: "delta", key: "i", kind: "reply", text: "half" };
    const { run, records, told } = await stage([[delta, ended()]]);
    await run.ask({ id: "p", text: "go" }, signal);
    await run.close();
    expect(told.map(({ type }) => type)).toEqual(["prompt-sent", "delta", "turn-ended"]);
    expect((await records()).filter(({ type }) => type === "text")).toMatchObject([{ item: "i", text: "half" }]);
  });

  it("is the prompt as the person wrote it, where a recap was added to it", async () => {
    const { run, records, told } = await stage([[ended()]]);
    await run.ask(withRecap({ id: "p", text: "go" }, "Unfinished: make."), signal);
    const text = "Unfinished: make.\n\ngo";
    expect(told[0]).toMatchObject({ type: "prompt-sent", text: "go" });
    const record = (await records()).find(({ type }) => type === "prompt-sending");
    expect(record).toMatchObject({ text, written: "go" });
    if (record) expect(eventsOf(record, {} as RunState)).toMatchObject([{ text: "go" }]);
  });

  it("are the tools the agent has, again only when they have changed", async () => {
    const server = (...tools: string[]): ToolServer[] => [{ name: "db", isReady: true, problem: null, tools }];
    const servers = [server("a"), server("a"), [], new Error("it cannot tell"), server("a", "b")];
    const { run, records } = await stage([[ended()], [ended()], [ended()], [ended()], [ended()]], {
      servers,
    });
    for (const id of ["1", "2", "3", "4", "5", "6"]) await run.ask({ id, text: "go" }, signal);
    const told = (await records()).flatMap((record) => (record.type === "tool-servers" ? [record.servers] : []));
    expect(told).toEqual([
      [{ name: "db", isReady: true, tools: ["a"] }],
      [],
      [{ name: "db", isReady: true, tools: ["a", "b"] }],
    ]);
  });
});

describe("how a run ends", () => {
  const failure = (kind: Failure["kind"], resetsAt: Timestamp | null = null): Failure => ({
    kind,
    message: "m",
    resetsAt,
  });

  it.each<[string, readonly RunEvent[], string]>([
    ["a completed turn", [ended()], "completed"],
    ["a failed turn", [ended("failed", failure("server"))], "failed"],
    ["a turn that was cut off", [ended("interrupted", failure("transport"))], "interrupted"],
    ["a turn that stopped by itself", [ended("interrupted")], "interrupted"],
  ])("after %s as that", async (_what, events, status) => {
    const { run, records, done } = await stage([events]);
    await run.ask({ id: "p", text: "go" }, signal);
    expect(await run.close()).toBe(status);
    expect(await run.close()).toBe(status);
    // After the release, the journal is complete and has no writer.
    expect(done).toEqual(["close", "close journal", "release"]);
    const [last] = events;
    const reason = last?.type === "turn-ended" ? last.failure : null;
    expect((await records()).at(-1)).toMatchObject({ type: "run-ended", status, failure: reason });
  });

  it("cancelled, when nothing was asked, or when the person stopped the turn and it did not die of anything else", async () => {
    expect(await (await stage([])).run.close()).toBe("cancelled");
    for (const [events, status] of [
      [[ended("interrupted")], "cancelled"],
      [[ended("interrupted", failure("transport"))], "interrupted"],
      [[ended("completed")], "completed"],
    ] as const) {
      rmSync(path, { force: true });
      const { run, done } = await stage([[{ type: "notice", text: "n" }, ...events]], {
        during: (event) => {
          if (event.type === "notice") void run.interrupt();
        },
      });
      await run.ask({ id: "p", text: "go" }, signal);
      expect(await run.close()).toBe(status);
      expect(done[0]).toBe("interrupt");
    }
  });

  it("a turn after one that was stopped counts for itself; after the end there is none", async () => {
    const { run, records } = await stage([[ended("interrupted")], [ended("interrupted")], [ended()]]);
    await run.interrupt();
    await run.ask({ id: "p", text: "go" }, signal);
    expect(await run.close()).toBe("interrupted");
    await run.ask({ id: "q", text: "more" }, signal);
    expect((await records()).filter(({ type }) => type === "prompt-sending")).toHaveLength(1);
  });

  it("with the turn that is under way: as cancelled, whatever the turn before it came to, and after its last record", async () => {
    for (const before of [[], [ended()], [ended("failed", failure("server"))]]) {
      rmSync(path, { force: true });
      const { run, records, told } = await stage([...(before.length > 0 ? [before] : []), [untilClosed]]);
      if (before.length > 0) await run.ask({ id: "p", text: "go" }, signal);
      const sent = run.ask({ id: "q", text: "more" }, signal);
      await until(() => told.includes(untilClosed), { what: "the turn to wait" });
      const [status, again] = await Promise.all([run.close(), run.close()]);
      expect([status, again]).toEqual(["cancelled", "cancelled"]);
      await sent;
      expect((await records()).slice(-2)).toMatchObject([
        { type: "turn-ended", state: "interrupted" },
        { type: "run-ended", status: "cancelled", failure: null },
      ]);
    }
  });

  it("interrupted, when the turn came to no end at all, whatever the turn before it came to", async () => {
    const broken: RunEvent = { type: "notice", text: "broken" };
    const { run, records } = await stage([[ended("failed", failure("server"))], [broken]], {
      during: (event) => {
        if (event === broken) throw new Error("no driver may do this");
      },
    });
    await run.ask({ id: "p", text: "go" }, signal);
    await expect(run.ask({ id: "q", text: "more" }, signal)).rejects.toThrow("no driver may");
    expect(await run.close()).toBe("interrupted");
    expect((await records()).at(-1)).toMatchObject({ status: "interrupted", failure: null });
  });

  it("and takes nothing more: a steering prompt is refused, and its journal stays as it is", async () => {
    const { run, records, done } = await stage([[ended()]]);
    await run.ask({ id: "p", text: "go" }, signal);
    await run.close();
    await expect(run.steer({ id: "s", text: "left" })).rejects.toThrow("has ended");
    expect(done).not.toContain("steer left");
    expect((await records()).at(-1)?.type).toBe("run-ended");
  });

  it("parked, when a limit says until when, and only then", async () => {
    const until = "2026-11-16T00:00:00.000Z" as Timestamp;
    const parked = async (event: RunEvent) => {
      rmSync(path, { force: true });
      const { run, records } = await stage([[event]]);
      await run.ask({ id: "p", text: "go" }, signal);
      return (await records()).flatMap((record) => (record.type === "parked" ? [record.until] : []));
    };
    expect(await parked(ended("failed", failure("limit", until)))).toEqual([until]);
    expect(await parked(ended("failed", failure("limit")))).toEqual([]);
    expect(await parked(ended("failed", failure("server", until)))).toEqual([]);
  });

  it("a restore without a turn after it is complete", async () => {
    const { run, records } = await stage([]);
    run.restored({ itemCount: 3, segmentCount: 1, sentTokens: 9 });
    expect(await run.close()).toBe("completed");
    expect((await records()).slice(-2)).toMatchObject([
      { type: "restored", itemCount: 3, segmentCount: 1, sentTokens: 9 },
      { type: "run-ended", status: "completed", failure: null },
    ]);
  });
});
