import type { Timestamp } from "@reprise/model";
import { encodeRecord } from "../../src/projects/log/encode-record.ts";
import type { NewRecord } from "../../src/projects/log/log-record.ts";

// Records for tests.

export const at = "2026-11-17T15:00:00.000Z" as Timestamp;

export const potter = (value: object): string => `${JSON.stringify(value)}\n`;

export const ours = (record: NewRecord): string =>
  encodeRecord(record, { origin: "reprise", words: "project", at }) ?? "";

/** A project that was resumed once; its last round is parked. */
export const sampleRecords: readonly NewRecord[] = [
  {
    type: "project-started",
    goal: "Port the parser",
    progressFile: ".reprise/projects/2026/11/17/1/MAIN.md",
    agent: "codex",
    settings: { sandbox: "read-only" },
  },
  { type: "round-started", number: 1, current: 1, total: 2, gitCommit: "abc" },
  { type: "round-configured", number: 1, agent: "codex", thread: "t1", rolloutPath: "/h/1.jsonl" },
  { type: "request-declined", number: 1, subject: "rm -rf /" },
  {
    type: "round-finished",
    number: 1,
    outcome: { type: "completed", message: null },
    tokens: 1200,
    commits: [{ hash: "abc", subject: "Port it" }],
    files: ["a.ts"],
  },
  { type: "round-started", number: 2, current: 2, total: 2, gitCommit: null },
  { type: "round-configured", number: 2, agent: "codex", thread: "t2", rolloutPath: null },
  {
    type: "project-succeeded",
    number: 2,
    rounds: 2,
    durationSecs: 60,
    progressFile: "MAIN.md",
    gitCommitStart: "abc",
    gitCommitEnd: "def",
  },
  {
    type: "round-finished",
    number: 2,
    outcome: { type: "completed", message: null },
    tokens: null,
    commits: null,
    files: null,
  },
  { type: "project-resumed", rounds: 3, agent: "claude", settings: { model: "m" } },
  { type: "round-started", number: 3, current: 1, total: 3, gitCommit: "def" },
  { type: "round-configured", number: 3, agent: "claude", thread: "t3", rolloutPath: "/h/3.jsonl" },
  { type: "round-parked", number: 3, until: "2026-11-17T18:00:00.000Z" as Timestamp, message: "limit" },
] as readonly NewRecord[];
