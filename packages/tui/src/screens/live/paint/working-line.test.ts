import { expect, test } from "vitest";
import { DrivenLive, restoreBeginning } from "../../../../test/support/live.ts";
import { bareTheme } from "../../../kernel/theme.ts";
import { widthOf } from "../../../text/width.ts";
import { workingLine } from "./working-line.ts";

function working(): DrivenLive {
  const live = new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter");
  live.happens({ type: "turn-started", turn: "1" });
  return live.tell({ type: "clock", now: 1000 }).tell({ type: "clock", now: 13_400 });
}

const command = {
  kind: "command",
  command: "npm test -- packages/tui",
  output: null,
  exitCode: null,
  status: "open",
} as const;

test("the seconds, the tokens, what runs, and how to stop it", () => {
  const live = working();
  expect(live.text).toContain("⠋ Working 12 s · thinking · Esc stops");
  live.happens({ type: "usage", tokens: 12_345 } as never);
  live.item("c", command, false);
  const line = workingLine({ ...live.state, view: { ...live.state.view, tokens: 12_345 } }, 80, bareTheme);
  expect(line).toBe("⠋ Working 12 s · 12,345 tokens · running npm test -- packages/tui · Esc stops");
});

test("a narrow screen keeps the essential, and no line is too wide", () => {
  const live = working().item("c", command, false);
  expect(workingLine(live.state, 30, bareTheme)).toMatch(/^⠋ 12 s · running npm test -- …/);
  for (let columns = 1; columns < 100; columns += 1)
    expect(widthOf(workingLine(live.state, columns, bareTheme) ?? "")).toBeLessThanOrEqual(columns);
  expect(workingLine(working().state, 30, bareTheme)).toBe("⠋ 12 s · thinking · Esc stops");
});

test("it moves while the turn runs, and stops with it", () => {
  const live = working();
  const ticks = () => live.tasks.filter((task) => task.type === "wait" && task.message.type === "tick").length;
  const before = ticks();
  live.tell({ type: "tick" });
  expect(ticks()).toBe(before + 1);
  expect(live.text).toMatch(/[⠙⠹] Working/);
  live.turnEnds().tell({ type: "tick" }).tell({ type: "tick" });
  expect(ticks()).toBe(before + 1);
  expect(live.text).not.toContain("Working");
});

test("stopping is said, and before the turn has begun who is waited for", () => {
  expect(working().press("escape").text).toContain("Stopping 12 s · thinking\n");
  const sent = new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter");
  expect(sent.text).toContain("Working · waiting for codex · Esc stops");
});
