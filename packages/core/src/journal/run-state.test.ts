import {
  noSettings,
  type ProcessIdentity,
  type Request,
  type RunId,
  type RunState,
  type SessionId,
  type ThreadId,
  type Timestamp,
} from "@reprise/model";
import { describe, expect, it } from "vitest";
import type { JournalRecord, RecordBody } from "./journal-record.ts";
import { addRecord, believed } from "./run-state.ts";

const us: ProcessIdentity = { pid: 1, startTicks: "2", boot: "3" };
const later: ProcessIdentity = { pid: 9, startTicks: "8", boot: "3" };
const agent: ProcessIdentity = { pid: 4, startTicks: "5", boot: "3" };
const at = (second: number) => `2026-11-15T20:00:0${second}.000Z` as Timestamp;
const failure = { kind: "other", message: "it broke", resetsAt: null } as const;
const request = (id: string, subject = id) => ({ id, subject }) as Partial<Request> as Request;
const until = at(9);

const started: RecordBody = {
  type: "run-started",
  run: "r" as RunId,
  agent: "codex",
  scope: { kind: "workspace", root: "/srv" },
  label: "l",
  home: "/home",
  workspace: "/srv",
  settings: noSettings,
  process: us,
  repriseVersion: "0",
  lineage: null,
};

/** One second after another, from 0. */
function stateAfter(...facts: RecordBody[]): RunState | null {
  return facts.reduce<RunState | null>((state, fact, second) => {
    const record = { v: 1, at: at(second), seq: second + 1, epoch: 1, ...fact } as JournalRecord;
    return addRecord(state, record, "/state/r.jsonl");
  }, null);
}
const afterStart = (...facts: RecordBody[]) => stateAfter(started, ...facts);
const asked = (id: string, subject?: string): RecordBody => ({
  type: "request-asked",
  request: request(id, subject),
});
const ended = (state: "completed" | "failed" | "interrupted"): RecordBody => ({
  type: "turn-ended",
  turn: null,
  state,
  failure: state === "failed" ? failure : null,
});

describe("what a journal says of its run", () => {
  it("is nothing before it began", () => {
    expect(stateAfter({ type: "prompt-persisted", prompt: "p" })).toBeNull();
  });

  it("at its beginning is only what it was begun with", () => {
    expect(afterStart()).toEqual({
      run: "r",
      agent: "codex",
      scope: { kind: "workspace", root: "/srv" },
      home: "/home",
      workspace: "/srv",
      settings: noSettings,
      process: us,
      lineage: null,
      instructions: null,
      journal: "/state/r.jsonl",
      turnStartedAt: null,
      turn: null,
      status: "running",
      thread: null,
      isPersisted: false,
      startedAt: at(0),
      updatedAt: at(0),
      finishedAt: null,
      failure: null,
      agentProcess: null,
      pending: [],
      parkedUntil: null,
      restore: null,
    });
  });

  it("is as new as its last record, whatever that is", () => {
    const line: RecordBody = { type: "line", direction: "in", line: "x" };
    expect(afterStart(line)).toEqual({ ...afterStart(), updatedAt: at(1) });
  });

  it("a thread that was once on the agent's disk stays there", () => {
    const known = (isPersisted: boolean): RecordBody => ({
      type: "thread-known",
      thread: "t" as ThreadId,
      isPersisted,
      rollout: null,
    });
    expect(afterStart(known(false))).toMatchObject({ thread: "t", isPersisted: false });
    expect(afterStart(known(true))).toMatchObject({ thread: "t", isPersisted: true });
    expect(afterStart(known(true), known(false))?.isPersisted).toBe(true);
    expect(afterStart(known(false), { type: "prompt-persisted", prompt: "p" })?.isPersisted).toBe(true);
  });

  it("its settings are those that took effect, and its agent the one that was started", () => {
    const settings = { ...noSettings, sandbox: "read-only" };
    expect(afterStart({ type: "settings-effective", settings })?.settings).toEqual(settings);
    expect(afterStart({ type: "agent-started", process: agent, version: null })?.agentProcess).toEqual(agent);
  });

  it("a resume makes it run again, by another process; what it left stays until a turn starts", () => {
    const settings = { ...noSettings, model: "m2" };
    const state = afterStart(
      { type: "agent-started", process: agent, version: null },
      asked("q"),
      { type: "parked", until },
      { type: "run-ended", status: "failed", failure },
      { type: "run-resumed", text: "session resumed", process: later, settings },
    );
    expect(state).toMatchObject({
      status: "running",
      finishedAt: null,
      failure,
      process: later,
      agentProcess: null,
      settings,
      parkedUntil: until,
      pending: [request("q")],
      startedAt: at(0),
      updatedAt: at(5),
    });
    const sending = { type: "prompt-sending", prompt: "p", text: "go", isSteering: false } as const;
    const resumed = { type: "run-resumed", text: "session resumed", process: later, settings } as const;
    expect(afterStart({ type: "parked", until }, resumed, sending)).toMatchObject({
      parkedUntil: null,
      failure: null,
      turn: "open",
      turnStartedAt: at(3),
    });
  });

  it("its last turn is open until it ends, is resumed, or is restored", () => {
    const sending = { type: "prompt-sending", prompt: "p", text: "go", isSteering: false } as const;
    const resumed: RecordBody = {
      type: "run-resumed",
      text: "session resumed",
      process: later,
      settings: noSettings,
    };
    expect(afterStart()?.turn).toBeNull();
    expect(afterStart(sending)?.turn).toBe("open");
    expect(afterStart({ ...sending, isSteering: true })?.turn).toBeNull();
    expect(afterStart(sending, ended("interrupted"))?.turn).toBe("interrupted");
    expect(
      afterStart(sending, {
        type: "turn-ended",
        turn: null,
        state: "interrupted",
        failure: null,
        isStopped: true,
      })?.turn,
    ).toBe("stopped");
    expect(afterStart(sending, resumed)?.turn).toBe("interrupted");
    expect(afterStart(sending, ended("completed"), resumed)?.turn).toBe("completed");
    expect(afterStart(sending, { type: "restored", itemCount: 1, segmentCount: 1, sentTokens: 1 }, resumed)?.turn).toBe(
      "completed",
    );
  });
});

describe("what is asked and not answered", () => {
  it("is told once, as it was asked last, until it is answered", () => {
    expect(afterStart(asked("a"), asked("b"))?.pending).toEqual([request("a"), request("b")]);
    expect(afterStart(asked("a", "old"), asked("a", "new"))?.pending).toEqual([request("a", "new")]);
    const answer: RecordBody = {
      type: "request-answered",
      request: "a",
      hash: "h",
      answer: { decision: "once" },
      by: "person",
    };
    expect(afterStart(asked("a"), asked("b"), answer)?.pending).toEqual([request("b")]);
  });

  it("is kept through a death, and gone once the turn is complete or another begins", () => {
    expect(afterStart(asked("a"), ended("interrupted"))?.pending).toEqual([request("a")]);
    expect(afterStart(asked("a"), ended("failed"))?.pending).toEqual([request("a")]);
    expect(afterStart(asked("a"), ended("completed"))?.pending).toEqual([]);
    expect(afterStart(asked("a"), { type: "turn-started", turn: null })?.pending).toEqual([]);
  });
});

describe("how it ended", () => {
  it("is what its last record says, with the failure of its turn where the end has none", () => {
    expect(afterStart(ended("failed"))).toMatchObject({ status: "running", failure });
    expect(afterStart(ended("failed"), ended("completed"))?.failure).toBeNull();
    expect(afterStart({ type: "run-ended", status: "completed", failure: null })).toMatchObject({
      status: "completed",
      failure: null,
      finishedAt: at(1),
    });
    expect(afterStart(ended("failed"), { type: "run-ended", status: "failed", failure: null })).toMatchObject({
      status: "failed",
      failure,
      finishedAt: at(2),
    });
    const other = { ...failure, message: "another" };
    expect(afterStart(ended("failed"), { type: "run-ended", status: "failed", failure: other })?.failure).toEqual(
      other,
    );
  });

  it("is parked until the limit is lifted, or it is woken", () => {
    expect(afterStart({ type: "parked", until })?.parkedUntil).toBe(until);
    expect(afterStart({ type: "parked", until }, { type: "unparked", reason: "r" })?.parkedUntil).toBeNull();
  });
});

describe("how far a restore has come", () => {
  const begun: RecordBody = {
    type: "restore-begun",
    from: "codex:old" as SessionId,
    mode: "replay",
    via: "segments",
    turn: 4,
    hash: "h",
    segmentCount: 3,
  };
  const sent = (segment: number): RecordBody => ({ type: "segment-sent", segment, tokens: 10 });
  const done: RecordBody = { type: "restored", itemCount: 9, segmentCount: 3, sentTokens: 30 };

  it("is only what is known to have arrived", () => {
    expect(afterStart(begun)?.restore).toEqual({
      from: "codex:old",
      mode: "replay",
      via: "segments",
      turn: 4,
      hash: "h",
      segmentCount: 3,
      sentCount: 0,
      isDone: false,
    });
    expect(afterStart(begun, sent(1), { type: "segment-sending", segment: 2 })?.restore).toMatchObject({
      sentCount: 1,
      isDone: false,
    });
    expect(afterStart(begun, sent(1), sent(2), sent(3))?.restore).toMatchObject({
      sentCount: 3,
      isDone: false,
    });
    expect(afterStart(begun, sent(3), done)?.restore).toMatchObject({ sentCount: 3, isDone: true });
  });

  it("is nothing for a run that restores nothing", () => {
    expect(afterStart(sent(1), done)?.restore).toBeNull();
  });
});

describe("believed", () => {
  const state = (status: RunState["status"]) => ({ ...afterStart(), status }) as RunState;

  it("running is believed of just the process that wrote it, while that lives", () => {
    expect(believed(state("running"), (process) => process === us).status).toBe("running");
    expect(believed(state("running"), () => false).status).toBe("interrupted");
  });

  it("an end is an end, whoever lives", () => {
    for (const status of ["completed", "failed", "cancelled"] as const)
      for (const isAlive of [true, false]) expect(believed(state(status), () => isAlive).status).toBe(status);
  });
});
