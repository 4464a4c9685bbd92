import { describe, expect, test } from "vitest";
import type { RestoreEvent } from "../restore.ts";
import { plainRequest, type Request } from "../run.ts";
import { doingWords, elapsedText, nextReportMs, type Working, workingAfter, workingWords } from "./working.ts";

const start: RestoreEvent = { type: "turn-started", turn: null };
const command = (key: string, text: string, isComplete = false): RestoreEvent => ({
  type: "item",
  key,
  isComplete,
  item: {
    kind: "command",
    command: text,
    output: null,
    exitCode: null,
    status: isComplete ? "done" : "open",
  },
});
const delta = (kind: "reply" | "reasoning" | "output"): RestoreEvent => ({
  type: "delta",
  key: "d",
  kind,
  text: "x",
});
const request = {
  id: "r1",
  kind: "command",
  subject: "make",
  reason: null,
  cwd: null,
  item: null,
  hash: null,
  choices: ["once"],
  ...plainRequest,
} as Request;

function after(...events: RestoreEvent[]): Working | null {
  return events.reduce<Working | null>(workingAfter, null);
}
const doing = (...events: RestoreEvent[]) => doingWords(after(start, ...events) as Working);

describe("what a turn does", () => {
  test("is thinking, writing, running, and thinking again", () => {
    expect(doing()).toBe("thinking");
    expect(doing(delta("reply"))).toBe("writing");
    expect(doing(delta("reply"), delta("reasoning"))).toBe("thinking");
    expect(doing(delta("reply"), command("a", "npm test"))).toBe("running npm test");
    expect(doing(command("a", "npm test"), delta("output"))).toBe("running npm test");
    expect(doing(command("a", "npm test"), command("a", "npm test", true))).toBe("thinking");
  });

  test("is the last of several that run", () => {
    expect(doing(command("a", "one"), command("b", "two"))).toBe("running two");
    expect(doing(command("a", "one"), command("b", "two"), command("b", "two", true))).toBe("running one");
  });

  test("is waiting for the person as long as something is asked", () => {
    const asked: RestoreEvent = { type: "request", request };
    expect(doing(command("a", "make"), asked)).toBe("waiting for you");
    const resolved: RestoreEvent = { type: "request-resolved", id: "r1", decision: "once", by: "person" };
    expect(doing(command("a", "make"), asked, resolved)).toBe("running make");
  });

  test("is said in one line, cut, and with nothing in it that acts on a terminal", () => {
    expect(doing(command("a", `echo \u001b[2J\n${"x".repeat(100)}`))).toMatch(/^running echo \\x1b\[2J␊x+…$/);
    const edit = (...paths: string[]): RestoreEvent => ({
      type: "item",
      key: "e",
      isComplete: false,
      item: {
        kind: "edit",
        status: "open",
        changes: paths.map((path) => ({ path, change: "add", diff: null })),
      },
    });
    expect(doing(edit("a.ts"))).toBe("editing a.ts");
    expect(doing(edit("a.ts", "b.ts"))).toBe("editing 2 files");
  });

  test("is nothing before a turn and after it", () => {
    expect(after(delta("reply"))).toBeNull();
    expect(after(start, { type: "turn-ended", turn: null, state: "completed", failure: null })).toBeNull();
    expect(after(start, { type: "run-ended", status: "cancelled", failure: null })).toBeNull();
  });
});

test.each([
  [0, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min 00 s"],
  [3_725_000, "1 h 02 min"],
])("%i ms are %s", (ms, text) => expect(elapsedText(ms)).toBe(text));

test("time and work stand in one line", () => {
  expect(workingWords(after(start, command("a", "make")) as Working, 12_000)).toBe("12 s · running make");
});

test("without redrawing it is said after 10 s, a minute, and each minute", () => {
  expect([0, 10_000, 60_000, 120_000, 125_000].map(nextReportMs)).toEqual([10_000, 60_000, 120_000, 180_000, 180_000]);
});
