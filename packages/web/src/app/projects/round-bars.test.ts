import type { Round, Timestamp } from "@reprise/model";
import { expect, test } from "vitest";
import { roundBars } from "./round-bars.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 17, 10, minute)).toISOString() as Timestamp;

function round(
  number: number,
  [start, end]: readonly [number | null, number | null],
  more: Partial<Round> = {},
): Round {
  return {
    number,
    current: number,
    total: 5,
    agent: "codex",
    thread: null,
    session: null,
    startedAt: start === null ? null : at(start),
    endedAt: end === null ? null : at(end),
    outcome: end === null ? null : { type: "completed", message: null },
    isSuccess: false,
    tokens: 100,
    commits: [],
    files: [],
    problem: null,
    ...more,
  };
}

test("a bar is as wide as its round was long, and one of no length can still be seen", () => {
  const rounds = [round(1, [0, 10]), round(2, [10, 15]), round(3, [15, 15])];
  const bars = roundBars({ parkedUntil: null, rounds, state: "rounds-used" }, at(60));
  expect(bars.map(({ width }) => width)).toEqual([24, 12.5, 1]);
});

test("a running round lasts until now; one whose times are not known is drawn as a usual one", () => {
  const rounds = [round(1, [0, 10]), round(2, [null, null], { outcome: { type: "completed", message: null } })];
  expect(roundBars({ parkedUntil: null, rounds, state: "rounds-used" }, at(60))[1]?.width).toBe(24);
  const running = [round(1, [0, 10]), round(2, [10, null])];
  expect(roundBars({ parkedUntil: null, rounds: running, state: "running" }, at(30)).map(({ width }) => width)).toEqual(
    [12.5, 24],
  );
});

test("its height is by tokens; what was not recorded has none", () => {
  const rounds = [
    round(1, [0, 1], { tokens: 50 }),
    round(2, [1, 2], { tokens: 200 }),
    round(3, [2, 3], { tokens: null }),
  ];
  const bars = roundBars({ parkedUntil: null, rounds, state: "rounds-used" }, at(3));
  expect(bars.map(({ level }) => level)).toEqual([0.25, 1, null]);
});

test("its kind says how it went, and whether a limit stopped it", () => {
  const open = [round(1, [0, null])];
  expect(roundBars({ parkedUntil: null, rounds: open, state: "running" }, at(1))[0]?.kind).toBe("running");
  expect(roundBars({ parkedUntil: at(9), rounds: open, state: "parked" }, at(1))[0]?.kind).toBe("parked");
  expect(roundBars({ parkedUntil: null, rounds: open, state: "interrupted" }, at(1))[0]?.kind).toBe("unfinished");
  const failed = [round(1, [0, 1], { outcome: { type: "fatal", message: "gone" } })];
  expect(roundBars({ parkedUntil: null, rounds: failed, state: "failed" }, at(1))[0]?.kind).toBe("failed");
});

test("a long pause before a round is marked", () => {
  const bars = roundBars(
    { parkedUntil: null, rounds: [round(1, [0, 1]), round(2, [2, 3]), round(3, [33, 34])], state: "stopped" },
    at(40),
  );
  expect(bars.map(({ pause }) => pause)).toEqual([null, null, "30 min 00 s"]);
});
