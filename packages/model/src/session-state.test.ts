import { describe, expect, it } from "vitest";
import type { Timestamp } from "./ids.ts";
import type { Owner, SessionState } from "./session.ts";
import { isCutOff, isHeld, type LogState, type RunFacts, stateOf, stateWords, turnStateIn } from "./session-state.ts";

const at = (minute: number) => `2026-11-15T10:${String(minute).padStart(2, "0")}:00.000Z` as Timestamp;
const owner: Owner = { pid: 7, program: "codex", terminal: null };

/** A log whose last turn started at 10:00 and was last written at 10:05. */
const log = (state: LogState["state"], more: Partial<LogState> = {}): LogState => ({
  state,
  isTurnOpen: state === "interrupted",
  turnStartedAt: at(0),
  updatedAt: at(5),
  ...more,
});
/** Our run of that turn. */
const run = (more: Partial<RunFacts> = {}): RunFacts => ({
  status: "interrupted",
  failure: null,
  parkedUntil: null,
  turnStartedAt: at(0),
  turn: "open",
  updatedAt: at(5),
  pending: [],
  ...more,
});
const failed = (kind: "transport" | "server" | "limit" | "authentication") => ({
  kind,
  message: "no",
  resetsAt: null,
});

const cases: readonly [string, SessionState, LogState, RunFacts | null, Owner | null][] = [
  ["no run, completed", "completed", log("completed"), null, null],
  ["no run, cut off", "interrupted", log("interrupted"), null, null],
  ["no run, its agent recorded that it was stopped", "stopped", log("stopped"), null, null],
  ["no run, failed", "failed", log("failed"), null, null],
  ["no run, without a prompt", "empty", log("empty"), null, null],
  ["no run, unreadable", "unreadable", log("unreadable"), null, null],
  ["unreadable, whoever has it", "unreadable", log("unreadable"), run({ status: "running" }), owner],
  ["open elsewhere, in a turn", "working", log("interrupted"), null, owner],
  ["open elsewhere, idle", "open", log("completed"), null, owner],
  ["open elsewhere, idle after a stop", "open", log("stopped"), null, owner],
  ["ours, in a turn", "working", log("interrupted"), run({ status: "running" }), owner],
  ["ours, asking", "waiting", log("interrupted"), run({ status: "running", pending: [1] }), owner],
  ["ours, idle", "open", log("completed"), run({ status: "running", turn: "completed" }), owner],
  [
    "ours, idle, with a request left by a crash",
    "open",
    log("interrupted"),
    run({ status: "running", turn: "interrupted", pending: [1] }),
    null,
  ],
  ["killed in a turn", "interrupted", log("interrupted"), run(), null],
  ["killed in a turn; its agent noted an abort", "interrupted", log("stopped"), run(), null],
  ["killed when idle", "completed", log("completed"), run({ turn: "completed" }), null],
  [
    "killed when idle, its log lacks the turn",
    "completed",
    log("completed", { updatedAt: at(0) }),
    run({ turn: "completed", turnStartedAt: at(1) }),
    null,
  ],
  ["stopped by the person", "stopped", log("stopped"), run({ status: "cancelled", turn: "stopped" }), null],
  [
    "stopped, its log has no mark of it",
    "stopped",
    log("interrupted"),
    run({ status: "cancelled", turn: "stopped" }),
    null,
  ],
  [
    "stopped when it had just completed",
    "completed",
    log("completed"),
    run({ status: "cancelled", turn: "stopped" }),
    null,
  ],
  ["its terminal was closed", "interrupted", log("stopped"), run({ turn: "interrupted" }), null],
  [
    "lost its connection",
    "interrupted",
    log("failed"),
    run({ status: "failed", turn: "failed", failure: failed("transport") }),
    null,
  ],
  [
    "failed at the server",
    "failed",
    log("failed"),
    run({ status: "failed", turn: "failed", failure: failed("server") }),
    null,
  ],
  [
    "failed to sign in",
    "failed",
    log("interrupted"),
    run({ status: "failed", turn: "failed", failure: failed("authentication") }),
    null,
  ],
  [
    "a limit without a time",
    "failed",
    log("failed"),
    run({ status: "failed", turn: "failed", failure: failed("limit") }),
    null,
  ],
  [
    "a limit with a time",
    "parked",
    log("failed"),
    run({ status: "failed", turn: "failed", failure: failed("limit"), parkedUntil: at(59) }),
    null,
  ],
  [
    "parked, opened and left",
    "parked",
    log("failed"),
    run({ status: "cancelled", turn: "failed", parkedUntil: at(59) }),
    null,
  ],
  ["parked, open now", "open", log("failed"), run({ status: "running", turn: "failed", parkedUntil: at(59) }), owner],
  ["a finished replay by segments", "completed", log("stopped"), run({ status: "completed", turn: "completed" }), null],
  ["the same, left in the app", "completed", log("stopped"), run({ status: "cancelled", turn: "completed" }), null],
  [
    "killed before its agent recorded the prompt",
    "interrupted",
    log("completed", { updatedAt: at(1) }),
    run({ turnStartedAt: at(2) }),
    null,
  ],
  [
    "stopped before its agent recorded the prompt",
    "stopped",
    log("completed", { updatedAt: at(1) }),
    run({ turnStartedAt: at(2), turn: "stopped" }),
    null,
  ],
  [
    "continued elsewhere since, and completed",
    "completed",
    log("completed", { turnStartedAt: at(9), updatedAt: at(9) }),
    run(),
    null,
  ],
  [
    "continued elsewhere since, and cut off",
    "interrupted",
    log("interrupted", { turnStartedAt: at(9), updatedAt: at(9) }),
    run({ turn: "stopped" }),
    null,
  ],
  [
    "continued elsewhere after a limit",
    "completed",
    log("completed", { turnStartedAt: at(9), updatedAt: at(9) }),
    run({ turn: "failed", parkedUntil: at(59) }),
    null,
  ],
  ["opened and left without a turn", "completed", log("completed"), run({ turn: null, turnStartedAt: null }), null],
  [
    "opened and left without a turn, cut off before",
    "interrupted",
    log("interrupted"),
    run({ turn: null, turnStartedAt: null }),
    null,
  ],
  [
    "killed just before its agent recorded the turn, and noted an abort",
    "interrupted",
    log("stopped", { turnStartedAt: "2026-11-15T10:05:02.000Z" as Timestamp, updatedAt: at(6) }),
    run({ turnStartedAt: at(5) }),
    null,
  ],
  ["a turn without a time", "interrupted", log("stopped", { turnStartedAt: null }), run(), null],
  ["killed in its first turn, without a prompt in the log", "interrupted", log("empty"), run(), null],
];

describe("the state of a session", () => {
  it.each(cases)("%s: %s", (_what, state, logged, latest, held) => {
    expect(stateOf({ log: logged, run: latest, owner: held })).toBe(state);
  });

  it("has 41 cases here, and every state among them", () => {
    expect(cases.length).toBe(41);
    expect(new Set(cases.map(([, state]) => state)).size).toBe(10);
  });
});

it("only what was cut off is offered and counted; only what a process has open is held", () => {
  const all = cases.map(([, state]) => state);
  expect(new Set(all.filter(isCutOff))).toEqual(new Set(["interrupted", "parked"]));
  expect(new Set(all.filter(isHeld))).toEqual(new Set(["working", "waiting", "open"]));
});

it("is worded as people read it", () => {
  expect(stateWords("waiting")).toBe("waiting for you");
  expect(stateWords("parked", at(3))).toMatch(/^parked until 2026-11-15 \d\d:03/);
  expect(stateWords("stopped")).toBe("stopped");
});

it("the last turn is called as the session is, unless its own end is recorded", () => {
  expect(turnStateIn("interrupted", "stopped")).toBe("interrupted");
  expect(turnStateIn("stopped", "interrupted")).toBe("stopped");
  expect(turnStateIn("completed", "stopped")).toBe("completed");
  expect(turnStateIn("parked", "interrupted")).toBe("failed");
  expect(turnStateIn("interrupted", "completed")).toBe("completed");
  expect(turnStateIn("open", "stopped")).toBe("stopped");
});
