import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { hintOf, type KeyTable } from "../../kernel/keys.ts";
import { makeTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";
import { begin, helpScreen } from "./index.ts";
import { view } from "./view.ts";

const below: KeyTable<string> = [
  { keys: ["enter"], action: "open", label: "view the session" },
  { keys: ["ctrl+r"], action: "again", label: "read it again" },
  { keys: ["S"], action: "scope", label: "本項目與所有工作階段之間切換 🚀" },
];
const sections = [{ title: "Keys", hints: below.map(hintOf) }];
const driven = (columns: number, rows: number) =>
  new Driven(helpScreen, begin("Sessions", sections), { columns, rows });

describe("the help overlay", () => {
  test("shows the keys of the screen below, then what restoring means", () => {
    expect(driven(80, 24).text).toMatchInlineSnapshot(`
      "Help · Sessions                                                        14 more ↓

      Keys
         Enter   view the session
         Ctrl-R  read it again
         S       本項目與所有工作階段之間切換 🚀

      On every screen
         F2      give the mouse to the terminal, to select text; again takes it back
         Ctrl-Z  suspend; fg returns
        A click on a row selects it, a second one opens it. A click on a key or an
        action does it; the wheel scrolls.

      Restore (resume)
        Continues the same conversation, in the recorded folder, with the recorded
        model and permissions. First you see the plan and what changed since; the
        agent starts and its settings are checked before anything is sent.

      Replay
        Continues in a new conversation that has the history, with the same agent or
        another one. The old session stays unchanged. It usually needs no model call;
        if the history must be sent piece by piece, that costs tokens, and the plan
        shows how many. Esc cancels; the next time nothing is sent twice.
       q  close   ↑↓  scroll"
    `);
  });

  test("at 40 columns nothing is wider than the screen, in colour or without", () => {
    for (const columns of [12, 40, 80, 200]) {
      const { state } = begin("Sessions", sections);
      const { lines } = view(state, { columns, rows: 24 }, makeTheme({ hasColor: true }));
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns);
    }
    expect(driven(40, 16).text).toMatchInlineSnapshot(`
      "Help · Sessions                38 more ↓

      Keys
         Enter   view the session
         Ctrl-R  read it again
         S       本項目與所有工作階段之間切換
                 🚀

      On every screen
         F2      give the mouse to the
                 terminal, to select text;
                 again takes it back
         Ctrl-Z  suspend; fg returns
        A click on a row selects it, a second
        one opens it. A click on a key or an
       q  close   ↑↓  scroll"
    `);
  });

  test("every word of the modes can be reached by scrolling, on the smallest screen too", () => {
    const help = driven(40, 8);
    const seen = new Set<string>();
    for (let press = 0; press < 60; press += 1) {
      for (const line of help.text.split("\n").slice(2, -1)) seen.add(line.trim());
      help.press("down");
    }
    const all = [...seen].join(" ");
    for (const word of ["Restore", "Replay", "GPT Restore", "Fork", "Repair", "reprise repair ID."])
      expect(all).toContain(word);
    const { top } = help.state;
    expect(help.press("down", "end", "pageDown").state.top).toBe(top);
    expect(help.press("home").state.top).toBe(0);
  });

  test("a larger screen never leaves the text scrolled past its end", () => {
    const help = driven(40, 10).press("end");
    expect(help.state.top).toBeGreaterThan(0);
    expect(help.resize(200, 60).state.top).toBe(0);
  });

  test.each(["escape", "h", "H", "q", "ctrl+c", "enter"])("%s closes it", (key) => {
    expect(driven(80, 24).press(key).went).toEqual([{ back: true }]);
  });

  test("the wheel scrolls", () => {
    expect(driven(40, 10).wheel(3).state.top).toBe(3);
  });
});
