import { expect, test } from "vitest";
import type { SessionId, Timestamp } from "../ids.ts";
import type { Failure } from "../run.ts";
import { busyWords, healthWords, resolutionWords, restoredWords, runEndWords, turnEndWords } from "./words.ts";

test("a restore names the new session and what was sent", () => {
  const event = {
    session: "claude:b" as SessionId,
    via: "segments",
    itemCount: 1200,
    segmentCount: 1,
    sentTokens: 9800,
  } as const;
  expect(restoredWords(event)).toBe("Replayed as claude:b: 1,200 items in 1 segment, 9,800 tokens sent to a model.");
  expect(restoredWords({ ...event, sentTokens: 0 })).toContain("nothing sent to a model.");
  expect(restoredWords({ ...event, via: "fork" })).toBe("Forked as claude:b, by the agent itself.");
});

test("turns, runs and restores end in the same words, with the reason and until when a limit lasts", () => {
  const failure: Failure = {
    kind: "limit",
    message: "Limit.",
    resetsAt: "2026-11-15T14:30:00.000Z" as Timestamp,
  };
  const end = (state: "completed" | "failed" | "interrupted", hasRunning = false) =>
    turnEndWords({ state, failure: state === "failed" ? failure : null }, { hasRunning });
  expect(end("completed", true)).toBe("Turn completed.");
  expect(end("interrupted")).toBe("Turn interrupted.");
  expect(end("interrupted", true)).toBe("Turn interrupted. Work it had started may still be running.");
  expect(end("failed")).toBe("Turn failed: Limit. Parked until 2026-11-15 14:30 UTC.");
  expect(runEndWords("cancelled", null)).toBe("Run cancelled.");
  expect(runEndWords("failed", { ...failure, resetsAt: null }, "Replay")).toBe("Replay failed: Limit.");
});

test("a request says who resolved it and how", () => {
  const words = (decision: "once" | "decline" | null, by: "person" | "kept" | "log" | "policy" | "agent") =>
    resolutionWords({ decision, by }, { kind: "command" });
  expect(words("once", "person")).toBe("you allowed it once");
  expect(words("decline", "policy")).toBe("declined (nobody was there to answer)");
  expect(words("once", "kept")).toBe("allowed once (saved approval)");
  expect(words("once", "log")).toBe("allowed once (approval that only the agent's log claims)");
  expect(words("decline", "agent")).toBe("declined (by the agent)");
  expect(words(null, "agent")).toBe("withdrawn (by the agent)");
  expect(resolutionWords({ decision: "once", by: "person" }, { kind: "question" })).toBe("you answered");
});

test("a busy session says who has it open", () => {
  expect(busyWords(null)).toBe("The session is open in another process. Close it there, then");
  const owner = { program: "codex", pid: 77, terminal: null };
  expect(busyWords(owner, "codex:a")).toBe("codex:a is open in codex (process 77). Close it there, then");
});

test("an unknown problem of the journal is shown in the system's words", () => {
  expect(healthWords("EWHAT: odd")).toMatch(/not written: see below\. Fix that; .* \(EWHAT: odd\)$/);
});
