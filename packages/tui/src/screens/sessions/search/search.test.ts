import type { Hit, SessionId } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../../test/support/drive.ts";
import { summary } from "../../../../test/support/plans.ts";
import { pageTold, sessionsFrom } from "../../../../test/support/session-list.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { makeTheme } from "../../../kernel/theme.ts";
import { begin, sessionsScreen } from "../index.ts";

const sessions = [
  summary("a", { title: "Fix the LOGIN page" }),
  summary("b", { title: "Write docs", agent: "claude" }),
  summary("c", { title: "Add a cart" }),
  summary("d", { title: "Login again", state: "failed" }),
];

const opened = () => new Driven(sessionsScreen, begin(testWorld()), { columns: 90, rows: 20 }).tell(pageTold(sessions));

function hit(thread: string, given: Partial<Hit> = {}): Hit {
  return {
    session: `codex:${thread}` as SessionId,
    title: "",
    turn: 3,
    item: "i1",
    kind: "command",
    isWaiting: false,
    snippet: "$ npm test -- login",
    marks: [],
    reach: "item",
    at: null,
    ...given,
  };
}

const lastSearch = (driven: ReturnType<typeof opened>) =>
  driven.tasks.findLast((task) => task.do === "search" || task.do === "stop-search");

describe("searching the list", () => {
  it("matches shown fields at once, in any case", () => {
    const driven = opened().press("s", '"login"');
    expect(driven.text).toContain("Fix the LOGIN page");
    expect(driven.text).toContain("Login again");
    expect(driven.text).not.toContain("Write docs");
    expect(driven.text).toMatch(/Search: login +2 sessions · 0 hits · searching…/);
    expect(driven.press("backspace", "ctrl+u", '"CLAUDE"').text).toContain("Write docs");
  });

  it("does not claim that nothing matches when only rows were searched", () => {
    const driven = opened().press("s", '"("');
    expect(lastSearch(driven)).toEqual({ do: "stop-search" });
    expect(driven.text).toContain("Not in any row. Type one more character to search the conversations too.");
    expect(driven.press('"x"').text).toContain("still searching");
  });

  it("finds a root as it is shown, and as it is", () => {
    const rooted = [summary("a", { workspace: "/home/me/code/shop" }), summary("b", { workspace: null })];
    const driven = new Driven(sessionsScreen, begin(testWorld(), { isAll: true })).tell(pageTold(rooted));
    expect(driven.press("s", '"~/code"').text).toContain("Showing 1–1 of 1");
    expect(driven.press("escape", "s", '"/home/me/co"').text).toContain("Showing 1–1 of 1");
    expect(driven.press("escape", "s", '"root: Unk"').text).toContain("Showing 1–1 of 1");
  });

  it("says what Esc does while only some are shown", () => {
    const driven = opened();
    expect(driven.text).not.toContain("Esc");
    driven.press("s", '"login"', "tab");
    expect(driven.text).toMatch(/Esc {2}back to all/);
    driven.press("escape");
    expect(driven.text).toContain("Showing 1–4 of 4");
    expect(driven.went).toEqual([]);
    expect(driven.text).not.toContain("Esc");
  });

  it("shows the part of a long line that matches", () => {
    const driven = opened().press("s", '"login"');
    const snippet = `…${"schema lexer sandbox token ".repeat(3)}a login page, and more of the line…`;
    driven.tell({ type: "hits", number: 5, hits: [hit("c", { kind: "reply", snippet })] });
    expect(driven.text).toMatch(/turn 3 · reply: ….+ a login page/);
  });

  it("asks the index with the same filters for every new text", () => {
    const driven = opened().press(".");
    driven.tell(pageTold(sessions, {}, { epoch: 1 })).press("s", '"lo"');
    expect(lastSearch(driven)).toEqual({
      do: "search",
      number: 2,
      text: "lo",
      query: {
        scope: { workspace: "/home/me/shop" },
        includeEmpty: true,
        subagents: true,
        archived: true,
        includeHidden: true,
      },
    });
    expect(lastSearch(driven.press("g"))).toMatchObject({ number: 3, text: "log" });
  });

  it("does not ask the index for one letter, but for one character of a script without blanks", () => {
    expect(lastSearch(opened().press("s", '"l"'))).toEqual({ do: "stop-search" });
    expect(lastSearch(opened().press("s", '"語"'))).toMatchObject({ do: "search", text: "語" });
  });

  it("adds sessions whose content matches, with what was found", () => {
    const driven = opened().press("s", '"login"');
    driven.tell({ type: "hits", number: 5, hits: [hit("c"), hit("c", { turn: 4 })] });
    expect(driven.text).toMatchInlineSnapshot(`
      "Showing 1–3 of 3 · This project                                                     ~/shop
      › Fix the LOGIN page                                         codex  interrupted        2 h
        Login again                                                codex  failed             2 h
        Add a cart                                                 codex  interrupted        2 h
          turn 3 · command (2 hits): $ npm test -- login










      Fix the LOGIN page
      codex:a
      Search: login                                             3 sessions · 2 hits · searching…
       View   Restore   Replay   GPT Restore
       Enter  open   Esc  back to all   Tab  act on matches"
    `);
    driven.tell({ type: "searched", number: 5, isCut: false });
    expect(driven.text).toMatch(/3 sessions · 2 hits$/m);
  });

  it("ranks sessions as the index does, titles first, and says how far the words are apart", () => {
    const driven = opened().press("s", '"login cart"');
    driven.tell({
      type: "hits",
      number: 9,
      hits: [hit("c", { reach: "turn" }), hit("d", { reach: "session" })],
    });
    expect(driven.text).toMatch(/Add a cart .*\n.*words in one turn.*\n.*Login again .*\n.*words in different turns/);
  });

  it("folds accents, and marks what matched", () => {
    const driven = new Driven(sessionsScreen, begin(testWorld())).tell(
      pageTold([summary("a", { title: "Le Café" }), summary("b", { title: "Tea" })]),
    );
    expect(driven.press("s", '"cafe"').text).toContain("Showing 1–1 of 1");
  });

  it("applies filters of the line at once, and passes them on", () => {
    const driven = opened().press("s", '"state:failed"');
    expect(driven.text).toContain("Showing 1–1 of 1");
    expect(driven.text).toContain("Login again");
    expect(lastSearch(driven)).toMatchObject({ do: "search", text: "state:failed" });
  });

  it("explains a filter that cannot be read, and asks nothing", () => {
    const driven = opened().press("s", '"agent:clau"');
    expect(driven.text).toContain("Did you mean agent:claude?");
    expect(driven.text).toMatch(/Search: agent:clau +not searched/);
    expect(lastSearch(driven)).toEqual({ do: "stop-search" });
    driven.press('"de"');
    expect(driven.text).toContain("Write docs");
    expect(lastSearch(driven)).toMatchObject({ text: "agent:claude" });
  });

  it("shows how much is indexed while titles are already there", () => {
    const progress = {
      stage: "text",
      doneCount: 1,
      totalCount: 4,
      doneBytes: 430,
      totalBytes: 1000,
    } as const;
    const driven = opened().press("s", '"login"').tell({ type: "search-progress", number: 5, progress });
    expect(driven.text).toMatch(/2 sessions · 0 hits · indexing 43 %…/);
    expect(driven.tell({ type: "searched", number: 5, isCut: false }).text).toMatch(/2 sessions · 0 hits$/m);
  });

  it("keeps what an older text has found until the new one is answered, and drops late answers", () => {
    const driven = opened()
      .press("s", '"logi"')
      .tell({ type: "hits", number: 4, hits: [hit("c")] });
    driven.press("n");
    expect(driven.text).toContain("Add a cart");
    driven.tell({ type: "hits", number: 4, hits: [hit("b")] });
    expect(driven.text).not.toContain("Write docs");
    driven.tell({ type: "searched", number: 5, isCut: false });
    expect(driven.text).not.toContain("Add a cart");
  });

  it("Enter views the selected match where it was found, also while it is typed", () => {
    const driven = opened()
      .press("s", '"login"')
      .tell({ type: "hits", number: 5, hits: [hit("c")] });
    driven.press("down", "ctrl+n", "enter");
    expect(driven.went).toEqual([{ to: { screen: "viewer", session: sessions[2], at: 3, search: "login" } }]);
    expect(driven.text).toContain("Showing 1–3 of 3 · This project");
    driven.press("ctrl+p", "up", "enter");
    expect(driven.went[1]).toEqual({
      to: { screen: "viewer", session: sessions[0], at: null, search: null },
    });
  });

  it("Esc restores the list and the place, whether it was kept or not", () => {
    for (const keys of [["escape"], ["tab", "escape"]]) {
      const driven = opened().press("down", "down", "s", '"login"', ...keys);
      expect(driven.text).toContain("Write docs");
      expect(driven.text).toMatch(/› .*Add a cart /);
      expect(driven.went).toEqual([]);
      expect(lastSearch(driven)).toEqual({ do: "stop-search" });
    }
  });

  it("letters of other keys are only letters while it is typed", () => {
    const driven = opened().press("s", '"naher cq"');
    expect(driven.went).toEqual([]);
    expect(driven.state.filters.isAll).toBe(false);
    expect(driven.text).toContain("Search: naher cq");
    expect(driven.text).toContain("Nothing yet; still searching.");
  });

  it("reads the rest of the list, so that nothing is missed", () => {
    const all = sessionsFrom(300);
    const driven = new Driven(sessionsScreen, begin(testWorld()), { columns: 90, rows: 20 });
    driven.tell(pageTold(all.slice(0, 20), { total: 300, next: "x" }));
    driven.tell(pageTold(all.slice(20, 200), { total: 300, next: "y" }, { reach: "more" }));
    driven.press("s", '"task 9"');
    expect(driven.tasks.filter((task) => task.do === "list").at(-1)).toMatchObject({
      query: { cursor: "y", limit: 2000 },
    });
    driven.tell(pageTold(all.slice(200), { total: 300, next: null }, { reach: "more" }));
    expect(driven.text).toContain("of 11 · This project");
  });

  it("marks matches, in the chosen row too", () => {
    const driven = opened()
      .press("s", '"login"')
      .tell({ type: "hits", number: 5, hits: [hit("c")] });
    const { lines, cursor } = sessionsScreen.view(driven.state, driven.size, makeTheme({ hasColor: true }));
    const text = lines.join("\n");
    expect(text).toContain("Fix the \x1b[39;49m\x1b[30;43mLOGIN\x1b[39;49m\x1b[30;46m page");
    expect(text).toContain("\x1b[30;43mLogin\x1b[39;49m again");
    expect(text).toContain("npm test -- \x1b[22m\x1b[30;43mlogin\x1b[39;49m");
    expect(cursor).toEqual({ row: 17, column: 13 });
  });

  it("a paste cannot bring codes in", () => {
    const driven = opened().press("s").tell({ type: "paste", text: "\x1b[31mlog\nin\x07" });
    expect(driven.text).toContain("Search: log␊in␇");
  });

  it("keeps the rows of what was found whole in view", () => {
    const many = sessionsFrom(30);
    const driven = new Driven(sessionsScreen, begin(testWorld()), { columns: 90, rows: 14 });
    driven.tell(pageTold(many)).press("s", '"task"');
    driven.tell({ type: "hits", number: 4, hits: many.map(({ thread }) => hit(thread)) });
    driven.press("tab", "end");
    expect(driven.text).toMatch(/› .*Task 30 .*\n +turn 3 · command: \$ npm test -- login\n/);
    driven.press("home");
    expect(driven.text).toMatch(/^Showing 1–\d of 30 .*\n› .*Task 1 .*\n +turn 3/);
  });
});
