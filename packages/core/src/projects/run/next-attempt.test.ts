import type { Failure, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { mostAttempts, nextAttempt } from "./next-attempt.ts";

function failureOf(kind: Failure["kind"], resetsAt: string | null = null): Failure {
  return { kind, message: "why", resetsAt: resetsAt as Timestamp | null };
}

const now = "2026-11-17T17:00:00.000Z" as Timestamp;

describe("after a failed turn", () => {
  it("a lost connection is tried again, after longer and longer waits, ten times at most", () => {
    const waits = Array.from({ length: mostAttempts }, (_, index) =>
      nextAttempt(failureOf("transport"), index + 1, now),
    );
    expect(waits.map((next) => (next.type === "retry" ? next.waitMs / 1000 : next))).toEqual([
      ...[0, 1, 2, 4, 8, 16, 32, 64, 128, 256],
    ]);
    expect(nextAttempt(failureOf("server"), mostAttempts + 1, now)).toEqual({
      type: "leave",
      reason: "Tried 10 times in a row. why",
    });
  });

  it("a usage limit with a reset time parks the round; one without is tried again", () => {
    const until = "2026-11-17T18:00:00.000Z";
    expect(nextAttempt(failureOf("limit", until), 1, now)).toEqual({ type: "park", until });
    expect(nextAttempt(failureOf("limit"), 2, now)).toMatchObject({ type: "retry", waitMs: 1000 });
  });

  it("a usage limit that is never lifted is not asked for without end", () => {
    const over = "2026-11-17T16:59:59.000Z";
    expect(nextAttempt(failureOf("limit", over), 3, now)).toMatchObject({ type: "retry", waitMs: 2000 });
    const soon = "2026-11-17T17:00:01.000Z";
    expect(nextAttempt(failureOf("limit", soon), mostAttempts + 1, now)).toMatchObject({ type: "leave" });
  });

  it("a full context ends the round and lets a fresh one start", () => {
    expect(nextAttempt(failureOf("context-full"), 1, now)).toMatchObject({
      type: "finish",
      allowsNext: true,
    });
  });

  it.each(["authentication", "busy", "agent-missing", "agent-outdated"] as const)(
    "%s leaves the round to be resumed: a person has to act first",
    (kind) => {
      expect(nextAttempt(failureOf(kind), 1, now)).toEqual({ type: "leave", reason: "why" });
    },
  );

  it("anything else fails the task", () => {
    expect(nextAttempt(failureOf("other"), 1, now)).toEqual({
      type: "finish",
      outcome: { type: "task_failed", message: "why" },
      allowsNext: false,
    });
  });
});
