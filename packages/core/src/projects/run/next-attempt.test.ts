import type { Failure, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { mostAttempts, mostFailures, nextAttempt } from "./next-attempt.ts";

function failureOf(kind: Failure["kind"], resetsAt: string | null = null): Failure {
  return { kind, message: "why", resetsAt: resetsAt as Timestamp | null };
}

/** The last so many in a row, of so many in the round. */
const failed = (inARow: number, inRound = inARow) => ({ inARow, inRound });

const now = "2026-11-17T17:00:00.000Z" as Timestamp;

describe("after a failed turn", () => {
  it("a lost connection is tried again, after longer and longer waits, ten times at most", () => {
    const waits = Array.from({ length: mostAttempts }, (_, index) =>
      nextAttempt(failureOf("transport"), failed(index + 1), now),
    );
    expect(waits.map((next) => (next.type === "retry" ? next.waitMs / 1000 : next))).toEqual([
      ...[0, 1, 2, 4, 8, 16, 32, 64, 128, 256],
    ]);
    expect(nextAttempt(failureOf("server"), failed(mostAttempts + 1), now)).toEqual({
      type: "leave",
      reason: "Tried 10 times in a row. why",
    });
  });

  it("one that always comes back for a moment is given up too", () => {
    expect(nextAttempt(failureOf("transport"), failed(1, mostFailures), now)).toMatchObject({
      type: "retry",
    });
    expect(nextAttempt(failureOf("transport"), failed(1, mostFailures + 1), now)).toEqual({
      type: "leave",
      reason: "Failed 50 times in this round. why",
    });
  });

  it("a usage limit with a reset time parks the round; one without is tried again", () => {
    const until = "2026-11-17T18:00:00.000Z";
    expect(nextAttempt(failureOf("limit", until), failed(1), now)).toEqual({ type: "park", until });
    expect(nextAttempt(failureOf("limit"), failed(2), now)).toMatchObject({ type: "retry", waitMs: 1000 });
  });

  it("a usage limit that is never lifted is not asked for without end", () => {
    const over = "2026-11-17T16:59:59.000Z";
    expect(nextAttempt(failureOf("limit", over), failed(3), now)).toMatchObject({
      type: "retry",
      waitMs: 2000,
    });
    const soon = "2026-11-17T17:00:01.000Z";
    expect(nextAttempt(failureOf("limit", soon), failed(mostAttempts + 1), now)).toMatchObject({
      type: "leave",
    });
  });

  it("a full context ends the round and lets a fresh one start", () => {
    expect(nextAttempt(failureOf("context-full"), failed(1), now)).toMatchObject({
      type: "finish",
      allowsNext: true,
    });
  });

  it.each(["authentication", "busy", "agent-missing", "agent-outdated"] as const)(
    "%s leaves the round to be resumed: a person has to act first",
    (kind) => {
      expect(nextAttempt(failureOf(kind), failed(1), now)).toEqual({ type: "leave", reason: "why" });
    },
  );

  it("anything else fails the task", () => {
    expect(nextAttempt(failureOf("other"), failed(1), now)).toEqual({
      type: "finish",
      outcome: { type: "task_failed", message: "why" },
      allowsNext: false,
    });
  });
});
