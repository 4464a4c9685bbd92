import { describe, expect, it } from "vitest";
import type { RestoreEvent } from "../restore.ts";
import { countEvent, startCount } from "../run-view/telemetry-count.ts";
import { telemetrySchema } from "../schema/workbench.ts";
import { noTelemetry } from "./saved-state.ts";
import { telemetryLine } from "./telemetry-line.ts";

const started = { type: "turn-started", turn: null } as const;
const ended = { type: "turn-ended", turn: null, state: "completed", failure: null } as const;
const prompt = {
  type: "prompt-sent",
  promptId: "p",
  text: "secret words",
  isSteering: false,
  inputs: [],
} as const;
const usage = (tokens: number | null, isOfThread = false) => ({ type: "usage", tokens, isOfThread }) as const;
const command = (key: string, status: "done" | "failed" | "declined" | "open", isComplete = true) =>
  ({
    type: "item",
    key,
    isComplete,
    item: { kind: "command", command: "make", output: null, exitCode: null, status },
  }) as const;
const edit = (key: string, status: "done" | "failed" | "declined") =>
  ({
    type: "item",
    key,
    isComplete: true,
    item: { kind: "edit", changes: [], status, reason: null },
  }) as const;
const tool = {
  type: "item",
  key: "t",
  isComplete: true,
  item: { kind: "tool", name: "x", input: null, output: "", status: "done" },
} as const;

/** Each event at its second. */
function counted(...events: readonly (readonly [number, RestoreEvent])[]) {
  const { telemetry } = events.reduce(
    (count, [second, event]) => countEvent(count, event, second * 1000),
    startCount(noTelemetry),
  );
  expect(telemetrySchema.parse(JSON.parse(JSON.stringify(telemetry)))).toEqual(telemetry);
  return telemetry;
}

describe("the counters of a workbench", () => {
  it("count turns, prompts, commands, edits and tools, with the time they took", () => {
    const telemetry = counted(
      [0, prompt],
      [1, started],
      [2, command("a", "open", false)],
      [3, command("a", "open", false)],
      [5, command("a", "failed")],
      [5, command("b", "done")],
      [6, edit("c", "done")],
      [7, edit("d", "failed")],
      [7, tool],
      [8, usage(1200)],
      [11, ended],
    );
    expect(telemetry).toEqual({
      turns: 1,
      turnMs: 10_000,
      tokens: 1200,
      tools: 1,
      prompts: 1,
      execs: { count: 2, failed: 1, ms: 3000 },
      patches: { done: 1, failed: 1, ms: 0 },
    });
  });

  it("leave out what was declined: it did not happen", () => {
    expect(counted([0, started], [1, command("a", "declined")], [2, edit("b", "declined")])).toEqual(noTelemetry);
  });

  it("add the tokens of each turn, or what the total of a thread grew by", () => {
    expect(counted([0, usage(500)], [1, usage(700)]).tokens).toBe(1200);
    expect(counted([0, usage(9000, true)], [1, usage(9300, true)], [2, usage(9300, true)]).tokens).toBe(300);
    expect(counted([0, usage(null)]).tokens).toBe(0);
    expect(countEvent(startCount(noTelemetry, 0), usage(400, true), 0).telemetry.tokens).toBe(400);
  });

  it("go on from what was saved, and stay the same value when nothing changed", () => {
    const before = startCount({ ...noTelemetry, turns: 4 });
    expect(countEvent(before, { type: "notice", text: "hi" }, 0)).toBe(before);
    const after = countEvent(countEvent(before, started, 0), ended, 500);
    expect(after.telemetry).toMatchObject({ turns: 5, turnMs: 500 });
  });
});

describe("the telemetry line", () => {
  it("has every counter", () => {
    const telemetry = {
      turns: 3,
      turnMs: 60_000,
      tokens: 3600,
      tools: 4,
      prompts: 2,
      patches: { done: 2, failed: 1, ms: 1200 },
      execs: { count: 5, failed: 1, ms: 6000 },
    };
    expect(telemetryLine(telemetry)).toBe(
      "3 turns · 1 min 00 s · 3,600 tokens, 60 a second · 5 commands, 1 failed · 3 patches, 1 failed · 4 tool calls",
    );
  });

  it("leaves out what there is none of", () => {
    expect(telemetryLine(noTelemetry)).toBe("");
    expect(telemetryLine({ ...noTelemetry, turns: 1, turnMs: 100 })).toBe("1 turn · 0 s");
    expect(telemetryLine({ ...noTelemetry, execs: { count: 1, failed: 0, ms: 300 } })).toBe("1 command");
  });
});
