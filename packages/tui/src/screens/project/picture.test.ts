import type { Round, Timestamp } from "@reprise/model";
import { sampleRound } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { bareTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";
import { roundsPicture } from "./picture.ts";

const minutes = (number: number, from: number, to: number | null, given: Partial<Round> = {}): Round =>
  sampleRound(number, {
    startedAt: new Date(Date.UTC(2026, 10, 17, 10, from)).toISOString() as Timestamp,
    endedAt: to === null ? null : (new Date(Date.UTC(2026, 10, 17, 10, to)).toISOString() as Timestamp),
    ...given,
  });

const now = "2026-11-17T10:59:00.000Z" as Timestamp;
const picture = (rounds: readonly Round[], columns: number, isRunning = false) =>
  roundsPicture(rounds, { isRunning, now, columns, theme: bareTheme });

describe("the picture of the rounds", () => {
  test("has a longer bar for a longer round, and a sign for each way to end", () => {
    const failed = { outcome: { type: "task_failed", message: null } } as const;
    const rounds = [
      minutes(1, 0, 30),
      minutes(2, 30, 40, failed),
      minutes(3, 40, 45, { isSuccess: true }),
      minutes(4, 45, null, { outcome: null, commits: [], tokens: null }),
    ];
    const [bars, marks] = picture(rounds, 60);
    expect(bars).toMatch(/^1={20,}│2x{5,}│3✓+│4\?+$/);
    expect(marks).toMatch(/^\+1 12k tokens/);
    expect(picture(rounds, 60, true)[0]).toMatch(/│4>+ ·{6}$/);
  });

  test("goes by tokens if the log has no times", () => {
    const untimed = { startedAt: null, endedAt: null };
    const rounds = [sampleRound(1, { ...untimed, tokens: 100 }), sampleRound(2, { ...untimed, tokens: 900 })];
    const [bars] = picture(rounds, 40);
    const [first = "", second = ""] = bars.split("│");
    expect(second.length).toBeGreaterThan(3 * first.length);
  });

  test("leaves out the earliest rounds where there is no room, and nothing else", () => {
    const rounds = Array.from({ length: 100 }, (_, index) => minutes(index + 1, 0, 1));
    const [bars] = picture(rounds, 30);
    expect(bars.startsWith("… ")).toBe(true);
    expect(bars).toMatch(/==$/);
  });

  test.each([1, 2, 5, 12, 30, 80, 200])("is never wider than %i columns", (columns) => {
    for (const count of [1, 2, 9, 40, 150])
      for (const isRunning of [false, true]) {
        const rounds = Array.from({ length: count }, (_, index) => minutes(index + 1, 0, index % 50));
        const last = rounds.at(-1);
        if (last && isRunning) rounds[count - 1] = { ...last, outcome: null, total: last.current + 7 };
        for (const line of picture(rounds, columns, isRunning))
          expect(widthOf(line)).toBeLessThanOrEqual(Math.max(columns, 1));
      }
  });

  test("is empty before the first round", () => {
    expect(picture([], 80)).toEqual(["", ""]);
  });
});
