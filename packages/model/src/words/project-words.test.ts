import { describe, expect, it } from "vitest";
import type { Timestamp } from "../ids.ts";
import type { Round } from "../projects.ts";
import {
  nextStepWords,
  projectEndWords,
  projectStateLine,
  recoveringWords,
  roundKind,
  roundSummaryWords,
} from "./project-words.ts";

const round: Round = {
  number: 13,
  current: 3,
  total: 10,
  agent: "codex",
  thread: null,
  session: null,
  startedAt: "2026-11-17T10:00:00.000Z" as Timestamp,
  endedAt: "2026-11-17T10:02:05.000Z" as Timestamp,
  outcome: { type: "completed", message: null },
  isSuccess: false,
  tokens: 12_400,
  commits: [{ hash: "abc", subject: "x" }],
  files: [],
  problem: null,
};

describe("words about projects", () => {
  it("name what can be done next as the picker does", () => {
    expect(nextStepWords({ kind: "new-rounds", rounds: 10 })).toBe("Iterate 10 more rounds");
    expect(nextStepWords({ kind: "new-rounds", rounds: 1 })).toBe("Iterate 1 more round");
    expect(nextStepWords({ kind: "continue-round", rounds: 3 })).toBe("Continue & iterate 3 more rounds");
  });

  it("sum up a round on one line, without what was not recorded", () => {
    expect(roundSummaryWords(round, false)).toBe(
      "Round 3/10 · completed · 2 min 05 s · 12,400 tokens · 1 commit · 0 files changed",
    );
    const bare = { ...round, startedAt: null, tokens: null, commits: null, files: null };
    expect(roundSummaryWords(bare, false)).toBe("Round 3/10 · completed");
  });

  it("tell a running round from one that was left without an end", () => {
    const open = { ...round, outcome: null, endedAt: null };
    expect(roundKind(open, true)).toBe("running");
    expect(roundKind(open, false)).toBe("unfinished");
    const now = "2026-11-17T10:00:07.000Z" as Timestamp;
    expect(roundSummaryWords(open, true, now)).toContain("running · 7 s");
    expect(roundSummaryWords(open, false, now)).not.toContain("7 s");
  });

  it("tell each way a round can end", () => {
    const kinds = (["interrupted", "user_requested", "task_failed", "fatal"] as const).map((type) =>
      roundKind({ ...round, outcome: { type, message: null } }, false),
    );
    expect(kinds).toEqual(["stopped", "stopped", "failed", "failed"]);
    expect(roundKind({ ...round, isSuccess: true }, false)).toBe("met");
  });

  it("say when it is tried again, and why a project ended", () => {
    const failure = { kind: "transport", message: "Connection lost.", resetsAt: null } as const;
    const at = "2026-11-17T10:00:00.000Z" as Timestamp;
    expect(recoveringWords({ type: "recovering", number: 1, attempt: 2, attempts: 10, at, failure })).toContain(
      "Connection lost. Attempt 2 of 10 at 2026-11-17",
    );
    expect(projectEndWords({ type: "project-ended", state: "succeeded", rounds: 1, reason: null })).toBe(
      "Goal met after 1 round.",
    );
  });

  it("give the reason of a damaged project instead of its state", () => {
    const problem = "rounds.jsonl, line 3: expected round_started";
    const project = { state: "damaged", problem, parkedUntil: null } as Parameters<typeof projectStateLine>[0];
    expect(projectStateLine(project)).toBe(`damaged: ${problem}`);
  });
});
