import { describe, expect, test } from "vitest";
import { hintsOf } from "../kernel/keys.ts";
import { bareTheme, makeTheme } from "../kernel/theme.ts";
import { sessionsKeys } from "../screens/sessions/keys.ts";
import { viewerKeys } from "../screens/viewer/keys.ts";
import { widthOf } from "../text/width.ts";
import { actionLine, hintLine } from "./footer.ts";

const at = (table: Parameters<typeof hintsOf>[0], columns: number) => hintLine(hintsOf(table), columns, bareTheme);

test("the chosen action is in sight on every screen that has room for it", () => {
  const actions = ["Return", "Restore", "Replay", "GPT Restore"].map((label) => ({ label, whyNot: null }));
  expect(actionLine(actions, 0, 80, bareTheme)).toBe(" Return   Restore   Replay   GPT Restore ");
  expect(actionLine(actions, 0, 40, bareTheme)).toBe(" Return  Restore  Replay  GPT Restore ");
  expect(actionLine(actions, 0, 30, bareTheme)).toBe(" Return  Restore  Replay  GPT…");
  expect(actionLine(actions, 3, 30, bareTheme)).toBe(" Restore  Replay  GPT Restore ");
  expect(actionLine(actions, 3, 13, bareTheme)).toBe(" GPT Restore ");
});

describe("the keys in a footer", () => {
  test("all of them where there is room", () => {
    expect(at(viewerKeys, 120)).toMatchInlineSnapshot(
      `" /  search   n N  match   [ ]  turn   Space  fold   ←→  action   ?  help   q  back   f  fold all   b  fork here"`,
    );
    expect(at(sessionsKeys, 100)).toMatchInlineSnapshot(
      `" /  search   ?  help   ←→  action   a  scope   f  filter   n  new   v  preview   q  quit"`,
    );
  });

  test("otherwise those that matter, and the key that has the rest last", () => {
    expect(at(viewerKeys, 80)).toMatchInlineSnapshot(
      `" /  search   n N  match   [ ]  turn   Space  fold   q  back   ?  more"`,
    );
    expect(at(viewerKeys, 40)).toMatchInlineSnapshot(`" /  search   q  back   ?  more"`);
    expect(at(sessionsKeys, 60)).toMatchInlineSnapshot(`" /  search   ←→  action   a  scope   q  quit   ?  more"`);
    expect(at(sessionsKeys, 40)).toMatchInlineSnapshot(`" /  search   q  quit   ?  more"`);
    expect(at(sessionsKeys, 22)).toMatchInlineSnapshot(`" q  quit   ?  more"`);
  });

  test("however narrow, nothing is cut and the help is the last to go", () => {
    const hints = hintsOf(viewerKeys);
    for (let columns = 0; columns < 120; columns += 1) {
      const line = hintLine(hints, columns, makeTheme({ hasColor: true }));
      expect(widthOf(line)).toBeLessThanOrEqual(columns);
      expect(line).not.toContain("…");
      expect(line.includes(" ? ")).toBe(columns >= 3);
    }
  });

  test("a help that is no hint of its own stands there only for what had to go", () => {
    const table = [
      { keys: ["enter"], action: "send", label: "send it", isHint: true },
      { keys: ["f1"], action: "help", label: "help", shown: "H Enter, F1" },
      { keys: ["ctrl+t"], action: "fold", label: "unfold", isHint: true },
    ];
    expect(at(table, 40)).toBe(" Enter  send it   Ctrl-T  unfold");
    expect(at(table, 30)).toBe(" Enter  send it   F1  more");
  });

  test("without a help, dots stand for what had to go", () => {
    const table = [
      { keys: ["enter"], action: "keep", label: "keeps the matches", isHint: true },
      { keys: ["escape"], action: "back", label: "back to all", isHint: true },
    ];
    expect(at(table, 40)).toBe(" Enter  keeps the matches  …");
    expect(at(table, 12)).toBe(" Enter  kee…");
  });
});
