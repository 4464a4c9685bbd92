import { describe, expect, it } from "vitest";
import type { Timestamp } from "../ids.ts";
import type { ProjectEvent } from "../projects.ts";
import { activityAfter, activityWords, noActivity } from "./project-activity.ts";

const after = (...events: ProjectEvent[]) => events.reduce(activityAfter, noActivity);

const started: ProjectEvent = { type: "round-started", number: 4, current: 2, total: 10 };
const turn: ProjectEvent = { type: "turn-started", turn: null };
const ended: ProjectEvent = { type: "turn-ended", turn: null, state: "completed", failure: null };
const usage = (tokens: number, isOfThread: boolean): ProjectEvent => ({ type: "usage", tokens, isOfThread });
const failure = { kind: "limit", message: "Out of credits.", resetsAt: null } as const;

describe("the activity of a project", () => {
  it("says what the agent does in which round", () => {
    expect(activityWords(after(started))).toBe("starting");
    const command = { kind: "command", command: "npm test", output: null, exitCode: null, status: "open" };
    const item = { type: "item", key: "1", isComplete: false, item: command } as unknown as ProjectEvent;
    const activity = after(started, turn, item);
    expect(activity.round).toEqual({ number: 4, current: 2, total: 10 });
    expect(activityWords(activity)).toBe("running npm test");
  });

  it("adds up turns where the agent counts by turn, and takes the total where it counts by thread", () => {
    expect(after(started, turn, usage(5, false), ended, turn, usage(7, false)).roundTokens).toBe(12);
    expect(after(started, turn, usage(5, true), ended, turn, usage(7, true)).roundTokens).toBe(7);
  });

  it("adds up rounds by what was recorded at their end", () => {
    const outcome = { type: "completed", message: null } as const;
    const finished = { type: "round-finished", number: 4, outcome, isSuccess: false, commits: null } as const;
    const first = { ...finished, tokens: 20, files: null } as const;
    const activity = after(started, turn, usage(5, true), ended, first, started, turn, usage(6, true));
    expect(activity).toMatchObject({ tokens: 20, roundTokens: 6, phase: "working" });
    expect(after(started, turn, usage(5, true), { ...first, tokens: null }).tokens).toBe(5);
  });

  it("says why it waits, until it works again", () => {
    const until = "2026-11-17T10:00:00.000Z" as Timestamp;
    const parked = after(started, turn, ended, { type: "parked", number: 4, until, failure });
    expect(parked.phase).toBe("parked");
    expect(activityWords(parked)).toContain("Out of credits. Parked until 2026-11-17");
    const thread = null;
    const again: ProjectEvent = { type: "round-continued", number: 4, thread, reason: "the limit was reset" };
    expect(activityAfter(parked, again)).toMatchObject({ phase: "working", wait: null });
  });

  it("is paused by an interruption, and ends with the project", () => {
    expect(after(started, turn, { type: "round-paused", number: 4 }).phase).toBe("paused");
    const end: ProjectEvent = { type: "project-ended", state: "stopped", rounds: 3, reason: null };
    expect(after(started, turn, end)).toMatchObject({ phase: "ended", working: null, end });
  });
});
