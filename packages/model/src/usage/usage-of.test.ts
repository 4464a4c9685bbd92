import { expect, test } from "vitest";
import type { SessionId, Timestamp } from "../ids.ts";
import { groupUsage, usageByDay } from "./group-usage.ts";
import type { Tokens } from "./usage.ts";
import { type SessionTurns, type TurnUsage, usageOf } from "./usage-of.ts";

const tokens = (input: number, output: number): Tokens => ({ input, cached: null, output, reasoning: null });

const turn = (startedAt: string | null, more: Partial<TurnUsage> = {}): TurnUsage => ({
  key: null,
  model: "m",
  turnCount: 1,
  tokens: tokens(100, 10),
  workMs: 1000,
  commandCount: 1,
  failedCommandCount: 0,
  editCount: 0,
  startedAt: startedAt as Timestamp | null,
  ...more,
});

const session = (name: string, turns: readonly TurnUsage[], more: Partial<SessionTurns> = {}): SessionTurns => ({
  session: `codex:${name}` as SessionId,
  agent: "codex",
  title: name,
  workspace: null,
  subagentOf: null,
  createdAt: null,
  updatedAt: null,
  forkedFrom: null,
  turns,
  ...more,
});

const all = { scope: "all", zone: "Europe/Berlin" } as const;

test("a turn counts for the day on which it started, where the person is", () => {
  const late = turn("2026-11-15T22:59:59.999Z");
  const early = turn("2026-11-15T23:00:00.000Z");
  const { days } = usageOf([session("a", [late, early])], all);
  expect(days.map(({ day, turnCount }) => [day, turnCount])).toEqual([
    ["2026-11-15", 1],
    ["2026-11-16", 1],
  ]);
});

test("the offset of the day itself counts, in summer and winter", () => {
  const summer = turn("2026-07-15T22:30:00.000Z");
  const winter = turn("2026-12-15T22:30:00.000Z");
  const { days } = usageOf([session("a", [summer, winter])], all);
  expect(days.map(({ day }) => day)).toEqual(["2026-07-16", "2026-12-15"]);
});

test("unknown figures stay unknown, and add nothing to known ones", () => {
  const unknown = turn("2026-11-15T10:00:00.000Z", {
    tokens: { input: null, cached: null, output: null, reasoning: null },
    workMs: null,
  });
  const { sessions, without, total } = usageOf(
    [session("unknown", [unknown]), session("both", [unknown, turn("2026-11-15T11:00:00.000Z")])],
    all,
  );
  expect(sessions.find(({ title }) => title === "unknown")).toMatchObject({
    tokens: { input: null, output: null },
    workMs: null,
  });
  expect(total).toMatchObject({ turnCount: 3, tokens: tokens(100, 10), workMs: 1000 });
  expect(without).toEqual({ tokens: 1, time: 1, turns: 0 });
});

test("a turn that a fork copied counts once, for the session that had it first", () => {
  const key = "01a1e0b7-512e-77c2-b503-152aec5de0c1";
  const original = turn("2026-11-15T10:00:00.000Z", { key });
  const copied = turn("2026-11-16T08:00:00.000Z", { key });
  const own = turn("2026-11-16T09:00:00.000Z", { key: "01a1e0b7-512e-77c2-b503-152aec5de0c2" });
  const fork = session("fork", [copied, own], { forkedFrom: "codex:first" as SessionId });
  const { sessions, total } = usageOf([fork, session("first", [original])], all);
  expect(sessions.map(({ title, turnCount }) => [title, turnCount])).toEqual([
    ["fork", 1],
    ["first", 1],
  ]);
  expect(total.turnCount).toBe(2);
});

test("turns without ids that a fork copied count once, on the day of the original", () => {
  const unnamed = (at: string, input: number) => turn(at, { key: null, tokens: tokens(input, 10) });
  const first = session("first", [unnamed("2026-11-15T10:00:00.000Z", 100), unnamed("2026-11-15T11:00:00.000Z", 200)]);
  const copies = [unnamed("2026-11-18T08:00:00.000Z", 100), unnamed("2026-11-18T08:00:00.000Z", 200)];
  const own = turn("2026-11-18T09:00:00.000Z", { key: "01a1e0b7-512e-77c2-b503-152aec5de0c2" });
  const fork = session("fork", [...copies, own], { forkedFrom: first.session });
  const { sessions, days } = usageOf([fork, first], all);
  expect(sessions.map(({ title, turnCount }) => [title, turnCount])).toEqual([
    ["fork", 1],
    ["first", 2],
  ]);
  expect(days.map(({ day, turnCount }) => [day, turnCount])).toEqual([
    ["2026-11-15", 2],
    ["2026-11-18", 1],
  ]);
  const other = session("other", [unnamed("2026-11-18T08:00:00.000Z", 150), own], { forkedFrom: first.session });
  expect(usageOf([other, first], all).total.turnCount).toBe(4);
});

test("a copy with new ids is known by its time and figures", () => {
  const original = turn("2026-11-15T10:00:00.123Z", { key: "msg_1e127bb24001e1ECTiURrbnKb7" });
  const copied = { ...original, key: "msg_1e127bb24001e1ECTiURrbnKb8" };
  const created = { createdAt: "2026-11-15T10:00:00.000Z" as Timestamp };
  const later = { createdAt: "2026-11-15T12:00:00.000Z" as Timestamp };
  const { sessions } = usageOf([session("copy", [copied], later), session("first", [original], created)], all);
  expect(sessions.map(({ title }) => title)).toEqual(["first"]);
});

test("short ids are numbers within a session: two sessions may both have them", () => {
  const numbered = (at: string) => turn(at, { key: "turn-1" });
  const { total } = usageOf(
    [session("a", [numbered("2026-11-15T10:00:00.000Z")]), session("b", [numbered("2026-11-15T11:00:00.000Z")])],
    all,
  );
  expect(total.turnCount).toBe(2);
});

test("turns without a time have no day, and are left out of a span of days", () => {
  const undated = session("a", [turn(null), turn("2026-11-15T10:00:00.000Z")]);
  expect(usageOf([undated], all).days.map(({ day }) => day)).toEqual([null, "2026-11-15"]);
  expect(usageOf([undated], { ...all, since: "2026-11-01" }).total.turnCount).toBe(1);
});

test("days are grouped by model or agent; a chart has days without turns too", () => {
  const usage = usageOf(
    [
      session("a", [turn("2026-11-15T10:00:00.000Z"), turn("2026-11-17T10:00:00.000Z", { model: null })]),
      session("b", [turn("2026-11-15T10:00:00.000Z")], { agent: "claude" }),
    ],
    all,
  );
  expect(groupUsage(usage, "agent").map(({ name, turnCount }) => [name, turnCount])).toEqual([
    ["claude", 1],
    ["codex", 2],
  ]);
  expect(groupUsage(usage, "model").map(({ name, turnCount }) => [name, turnCount])).toEqual([
    ["m", 2],
    [null, 1],
  ]);
  expect(usageByDay(usage).map(({ day, agents }) => [day, [...agents.keys()]])).toEqual([
    ["2026-11-15", ["claude", "codex"]],
    ["2026-11-16", []],
    ["2026-11-17", ["codex"]],
  ]);
});

test("a wrong clock does not make a chart of a million days", () => {
  const usage = usageOf([session("a", [turn("0001-01-01T00:00:00.000Z"), turn("2026-11-17T10:00:00.000Z")])], {
    ...all,
    zone: "UTC",
  });
  expect(usageByDay(usage)).toHaveLength(2);
});
