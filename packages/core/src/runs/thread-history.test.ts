import {
  type Decision,
  noSettings,
  plainRequest,
  type Request,
  type RunId,
  type RunState,
  SessionError,
  type ThreadId,
  type Timestamp,
  type Warning,
} from "@reprise/model";
import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { requestHash } from "../agents/driving/request-hash.ts";
import type { RecordBody } from "../journal/journal-record.ts";
import { encodeRecord } from "../journal/record-line.ts";
import { historyOf } from "./thread-history.ts";

const thread = "t" as ThreadId;
const at = (minute: number) => `2026-11-15T20:${String(minute).padStart(2, "0")}:00.000Z` as Timestamp;
const hashOf = (id: string) => requestHash({ id }) ?? "";
const request = (id: string): Request => ({
  id,
  kind: "command",
  subject: `run ${id}`,
  reason: null,
  cwd: null,
  item: null,
  hash: hashOf(id),
  choices: ["once", "session", "decline"],
  ...plainRequest,
});
const asked = (id: string): RecordBody => ({ type: "request-asked", request: request(id) });
const answered = (
  id: string,
  decision: Decision,
  by: (RecordBody & { type: "request-answered" })["by"] = "person",
): RecordBody => ({ type: "request-answered", request: id, hash: hashOf(id), answer: { decision }, by });
const sending = (prompt: string, isSteering = false): RecordBody => ({
  type: "prompt-sending",
  prompt,
  text: `say ${prompt}`,
  isSteering,
});
const ended = (state: "completed" | "failed" | "interrupted"): RecordBody => ({
  type: "turn-ended",
  turn: null,
  state,
  failure: null,
});

interface Given extends Partial<RunState> {
  readonly facts?: readonly RecordBody[];
}

/** Oldest first; the order in which they are found does not matter. */
async function history(...given: readonly Given[]) {
  const files: Record<string, string> = {};
  const runs = given.map(({ facts = [], ...more }, index): RunState => {
    const journal = `/state/${index}.jsonl`;
    files[journal] = facts
      .map((fact, place) => encodeRecord({ v: 1, at: at(index), seq: place + 1, epoch: 1, ...fact }))
      .join("");
    return {
      run: `r${index}` as RunId,
      agent: "codex",
      status: "interrupted",
      thread,
      isPersisted: true,
      scope: { kind: "workspace", root: "/srv" },
      home: null,
      workspace: "/srv",
      settings: noSettings,
      startedAt: at(index),
      updatedAt: at(index),
      finishedAt: null,
      failure: null,
      process: null,
      agentProcess: null,
      lineage: null,
      instructions: null,
      restore: null,
      journal,
      pending: [],
      parkedUntil: null,
      turnStartedAt: null,
      turn: null,
      ...more,
    };
  });
  const found = await historyOf("codex", thread, runs, memoryHost(files));
  expect(await historyOf("codex", thread, runs.toReversed(), memoryHost(files))).toEqual(found);
  return found;
}

it("a journal that cannot be read is named, and the others count", async () => {
  const run = (journal: string): RunState =>
    ({
      agent: "codex",
      thread,
      run: journal,
      journal,
      startedAt: at(1),
      status: "interrupted",
      pending: [],
    }) as never;
  const host = memoryHost({
    "/state/good.jsonl": encodeRecord({ v: 1, at: at(1), seq: 1, epoch: 1, ...sending("p") }),
  });
  const open: typeof host.files.open = (path, from) => {
    if (path === "/state/bad.jsonl") throw new SessionError("unreadable", "EACCES");
    return host.files.open(path, from);
  };
  const warnings: Warning[] = [];
  const files = { ...host.files, open };
  const runs = [run("/state/bad.jsonl"), run("/state/good.jsonl")];
  const found = await historyOf("codex", thread, runs, { ...host, files }, (one) => warnings.push(one));
  expect(found.unarrived.map(({ text }) => text)).toEqual(["say p"]);
  expect(warnings).toEqual([{ kind: "unreadable", path: "/state/bad.jsonl", detail: "EACCES" }]);
});

describe("approvals of a thread", () => {
  it("are what a person allowed for the session, with what it was", async () => {
    const facts = [asked("a"), answered("a", "session"), asked("b"), answered("b", "session")];
    expect((await history({ facts })).approvals).toEqual([
      { hash: hashOf("a"), subject: "run a", source: "saved" },
      { hash: hashOf("b"), subject: "run b", source: "saved" },
    ]);
  });

  it("one that a journal of an older version holds is asked again, and one without an identity is none", async () => {
    const [older, unnamed] = ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", null];
    const facts = [older, unnamed].flatMap((hash, index): RecordBody[] => [
      { type: "request-asked", request: { ...request(`${index}`), hash } },
      {
        type: "request-answered",
        request: `${index}`,
        hash,
        by: "person",
        answer: { decision: "session" },
      },
    ]);
    expect((await history({ facts })).approvals).toEqual([]);
  });

  it("of a thread of the same name in another home are not its own, and neither is what it was permitted", async () => {
    const facts = [asked("a"), answered("a", "session"), sending("p")];
    const run = {
      run: "r" as RunId,
      agent: "codex",
      status: "interrupted",
      thread,
      home: "/other",
      startedAt: at(0),
      journal: "/state/0.jsonl",
      pending: [],
    } as Partial<RunState> as RunState;
    const host = memoryHost({
      "/state/0.jsonl": facts
        .map((fact, place) => encodeRecord({ v: 1, at: at(0), seq: place + 1, epoch: 1, ...fact }))
        .join(""),
    });
    const found = (home: string) =>
      historyOf(
        "codex",
        thread,
        [run],
        host,
        () => undefined,
        (one) => one.home === home,
      );
    expect(await found("/home")).toMatchObject({
      approvals: [],
      permitted: null,
      place: null,
      latest: { run: "r" },
    });
    expect((await found("/other")).approvals).toHaveLength(1);
    expect((await found("/other")).permitted).not.toBeNull();
  });

  it.each<Decision>(["once", "always", "decline", "cancel"])("an answer of %s is not one", async (decision) => {
    expect((await history({ facts: [asked("a"), answered("a", decision)] })).approvals).toEqual([]);
  });

  it.each(["kept", "policy", "agent"] as const)("what was not said by a person but by %s is not one", async (by) => {
    expect((await history({ facts: [asked("a"), answered("a", "session", by)] })).approvals).toEqual([]);
  });

  it("are not those of another thread, of another agent, or of frankie", async () => {
    const facts = [asked("a"), answered("a", "session")];
    const { approvals, latest } = await history(
      { facts, thread: "u" as ThreadId },
      { facts, agent: "claude" },
      { facts, run: "frankie:x" as RunId },
    );
    expect(approvals).toEqual([]);
    expect(latest?.run).toBe("frankie:x");
  });

  it("one whose question was lost has no words, and is known by its hash alone", async () => {
    expect((await history({ facts: [answered("a", "session")] })).approvals).toEqual([
      { hash: hashOf("a"), subject: "", source: "saved" },
    ]);
  });
});

describe("prompts that may not have arrived", () => {
  const unarrived = async (...facts: RecordBody[]) =>
    (await history({ facts })).unarrived.map(({ id, isSteering }) => (isSteering ? `${id} steers` : id));
  const persisted = (prompt: string): RecordBody => ({ type: "prompt-persisted", prompt });
  const replied: RecordBody = { type: "item-completed", item: "r", kind: "reply" };

  it("are also those that the agent said it has, until it is seen to work on them", async () => {
    const confirmed = [{ id: "p", isConfirmed: true }];
    const facts = [sending("p"), persisted("p")];
    expect((await history({ facts })).unarrived).toMatchObject(confirmed);
    for (const seen of [replied, asked("a"), ended("interrupted"), { ...replied, type: "text", text: "x" } as never])
      expect((await history({ facts: [...facts, seen] })).unarrived).toEqual([]);
  });

  it("are the last one that neither the agent wrote down nor a completed turn answered", async () => {
    expect((await history({ facts: [sending("p")] })).unarrived).toEqual([
      {
        id: "p",
        text: "say p",
        sentAt: "2026-11-15T20:00:00.000Z",
        isSteering: false,
        isConfirmed: false,
        carries: [],
      },
    ]);
    expect(await unarrived(sending("p"), persisted("p"), replied)).toEqual([]);
    expect(await unarrived(sending("p"), ended("completed"))).toEqual([]);
    expect(await unarrived(sending("p"), sending("q"))).toEqual(["q"]);
  });

  it("stay after a turn that failed or was interrupted, or when another was written down", async () => {
    expect(await unarrived(sending("p"), ended("failed"))).toEqual(["p"]);
    expect(await unarrived(sending("p"), ended("interrupted"))).toEqual(["p"]);
    expect(await unarrived(sending("p"), persisted("o"))).toEqual(["p"]);
    expect(await unarrived(persisted("o"))).toEqual([]);
  });

  it("are also what was said into a running turn, until the agent has it or the run has ended", async () => {
    const [p, s, t] = [sending("p"), sending("s", true), sending("t", true)];
    expect(await unarrived(p, persisted("p"), replied, s, t)).toEqual(["s steers", "t steers"]);
    expect(await unarrived(p, s)).toEqual(["p", "s steers"]);
    expect(await unarrived(p, persisted("p"), s, persisted("s"), replied)).toEqual([]);
    expect(await unarrived(p, s, ended("completed"))).toEqual([]);
    expect(await unarrived(p, s, { type: "run-ended", status: "interrupted", failure: null })).toEqual(["p"]);
  });

  it("of an earlier run are answered by a later one", async () => {
    const found = await history({ facts: [sending("p")] }, { facts: [ended("completed")] });
    expect(found.unarrived).toEqual([]);
  });
});

describe("what was asked when it died", () => {
  const pending = [request("a")];

  it("is what the latest run has open", async () => {
    expect((await history({ pending: [request("old")] }, { pending })).pending).toEqual(pending);
    expect((await history({ pending }, {})).pending).toEqual([]);
  });

  it("is nothing after a run that completed, and nothing where there was no run", async () => {
    expect((await history({ pending, status: "completed" })).pending).toEqual([]);
    expect(await history()).toEqual({
      latest: null,
      approvals: [],
      pending: [],
      unarrived: [],
      tools: [],
      permitted: null,
      place: null,
      lacksInstructions: false,
    });
  });
});

it("the tools of a thread are those of its last handshake, by the names its calls have", async () => {
  const servers = (name: string, ...tools: string[]): RecordBody => ({
    type: "tool-servers",
    servers: [{ name, isReady: true, tools }],
  });
  const { tools } = await history({ facts: [servers("old", "x")] }, { facts: [servers("db", "query", "dump")] });
  expect(tools).toEqual(["mcp__db__query", "mcp__db__dump"]);
});
