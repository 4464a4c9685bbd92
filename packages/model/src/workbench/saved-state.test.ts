import { describe, expect, test } from "vitest";
import { changesTo, mostOutput, nothingSaved, type SavedState, savedAfter } from "./saved-state.ts";
import type { Exec, SavedChange, WorkbenchEntry } from "./workbench.ts";

const exec: Exec = {
  id: "e1",
  header: "make",
  command: "make",
  cwd: null,
  status: "running",
  exitCode: null,
  startedAt: null,
  endedAt: null,
  process: null,
  droppedCount: 0,
  isStale: false,
};
const reply = (text: string): WorkbenchEntry => ({
  id: "r1",
  at: null,
  item: { kind: "reply", text },
  isComplete: false,
  exec: null,
  diff: null,
});

function after(...changes: readonly SavedChange[]): SavedState {
  return changes.reduce(savedAfter<SavedState>, nothingSaved);
}

describe("entries", () => {
  test("one replaces the one with its id; others keep their order", () => {
    const other = { ...reply("b"), id: "r2" };
    const { entries } = after(
      { type: "entry", entry: reply("a") },
      { type: "entry", entry: other },
      { type: "entry", entry: reply("whole") },
    );
    expect(entries).toEqual([reply("whole"), other]);
  });

  test("text adds to a reply", () => {
    const { entries } = after(
      { type: "entry", entry: reply("a") },
      { type: "text", entry: "r1", text: "b" },
      { type: "text", entry: "unknown", text: "c" },
    );
    expect(entries).toEqual([reply("ab")]);
  });
});

describe("output", () => {
  const printed = (text: string, ansi: string | null = null, isWhole = false): SavedChange => ({
    type: "output",
    exec: "e1",
    text,
    ansi,
    isWhole,
  });

  test("is plain until the first escape sequence", () => {
    expect(after(printed("a"), printed("b")).outputs.e1).toEqual({ text: "ab", ansi: null });
    expect(after(printed("a"), printed("b", "\x1b[1mb"), printed("c")).outputs.e1).toEqual({
      text: "abc",
      ansi: "a\x1b[1mbc",
    });
  });

  test("keeps the last lines, and counts what it dropped", () => {
    const line = `${"x".repeat(99)}\n`;
    const state = after({ type: "exec", exec }, printed(line.repeat(mostOutput / 100 + 1)), printed("end"));
    const { text } = state.outputs.e1 ?? { text: "" };
    expect(text.endsWith(`${line}end`)).toBe(true);
    expect(text.startsWith("x")).toBe(true);
    expect(text.length).toBeLessThanOrEqual(mostOutput);
    expect((state.execs[0]?.droppedCount ?? 0) + text.length).toBe(mostOutput + 100 + 3);
  });

  test("that is nothing but escape sequences is kept without them", () => {
    const colours = printed("", "\x1b[31m".repeat(20_000));
    const many = Array<SavedChange>(100).fill(colours);
    const { text, ansi } = after({ type: "exec", exec }, printed("a"), ...many).outputs.e1 ?? {};
    expect(text).toBe("a");
    expect(ansi?.length ?? 0).toBeLessThanOrEqual(4 * mostOutput);
  });

  test("goes with its exec", () => {
    const state = after({ type: "exec", exec }, printed("a"), {
      type: "removed",
      section: "exec",
      ids: ["e1"],
    });
    expect(state).toEqual(nothingSaved);
  });
});

test("the changes to a state lead to it", () => {
  const state = after(
    { type: "exec", exec },
    { type: "output", exec: "e1", text: "a", ansi: null, isWhole: false },
    { type: "entry", entry: reply("a") },
    { type: "draft", draft: { text: "unsent", cursor: 3, tokens: 2, inputs: [] } },
  );
  expect(after(...changesTo(state))).toEqual(state);
});
