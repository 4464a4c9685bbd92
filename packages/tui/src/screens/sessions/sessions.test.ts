import type { SessionId, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { bomb, dangerous, summary } from "../../../test/support/plans.ts";
import { pageTold, sessionsFrom } from "../../../test/support/session-list.ts";
import { testWorld } from "../../../test/support/world.ts";
import { makeTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";
import { begin, sessionsScreen } from "./index.ts";

const at = (text: string) => text as Timestamp;

const shop = { workspace: "/home/me/shop" };
const sample = [
  summary("live", {
    ...shop,
    title: "Add a cart page",
    state: "working",
    owner: { pid: 4711, program: "codex", terminal: null },
    updatedAt: at("2026-11-15T11:58:00.000Z"),
    messageCount: 6,
    toolCount: 3,
  }),
  summary("cut", {
    ...shop,
    title: "Fix the login redirect when the token has expired",
    state: "interrupted",
    updatedAt: at("2026-11-15T10:32:00.000Z"),
    messageCount: 12,
    toolCount: 34,
  }),
  summary("bad", {
    ...shop,
    agent: "claude",
    title: "日本語のタイトルがとても長いので切られる 👩‍👩‍👧 テスト",
    state: "failed",
    updatedAt: at("2026-11-14T09:00:00.000Z"),
    messageCount: 1234,
    toolCount: 999,
  }),
  summary("old", {
    ...shop,
    agent: "opencode",
    name: "Checkout",
    title: "Write tests for the checkout",
    state: "completed",
    updatedAt: at("2025-03-02T09:00:00.000Z"),
    messageCount: 2,
    toolCount: 0,
  }),
];

function opened(columns = 80, rows = 24, world = testWorld()) {
  const driven = new Driven(sessionsScreen, begin(world), { columns, rows });
  return driven;
}

function listed(columns = 80, rows = 24) {
  const hidden = { empty: 3, subagents: 2, archived: 1, byPerson: 0, unreadable: 0 };
  return opened(columns, rows).tell(pageTold(sample, { hidden }));
}

describe("the picture", () => {
  it("at 80 columns says title, agent, state and time", () => {
    expect(listed(80, 18).text).toMatchInlineSnapshot(`
      "Showing 1–4 of 4 · This project                                           ~/shop
      3 without messages · 2 sub-agents · 1 archived not listed (. shows them)
      › Add a cart page                                codex    working          2 min
        Fix the login redirect when the token has exp… codex    interrupted        1 h
        日本語のタイトルがとても長いので切られる 👩‍👩‍👧 …  claude   failed       Sat 09:00
        Checkout · Write tests for the checkout        opencode completed   2025-03-02


        title     Add a cart page
        id        codex:live
        note      open in codex (process 4711)
        folder    ~/shop
        time      2026-11-15 08:00 – 11:58 UTC
        contents  4 turns, 6 messages, 3 tool calls, 2.0 kB
        model     gpt-5.2-codex

       View   Restore   Replay   GPT Restore
       /  search   ?  help   ←→  action   a  scope   f  filter   n  new   q  quit"
    `);
  });

  it.each([34, 60, 75, 76, 99, 100, 160])("at %i columns what was asked has room, here and in all", (columns) => {
    const asked = sessionsFrom(1, { title: "What was asked of the agent in this session" });
    for (const isAll of [false, true]) {
      const world = testWorld();
      const driven = new Driven(sessionsScreen, begin(world, { isAll }), { columns, rows: 14 });
      expect(driven.tell(pageTold(asked)).text).toMatch(/› .*What was/);
    }
  });

  it("at 40 columns only title and state", () => {
    expect(listed(40, 14).text).toMatchInlineSnapshot(`
      "Showing 1–4 of 4 · This project   ~/shop
      6 not listed .
      › Add a cart page            working
        Fix the login redirect wh… interrupted
        日本語のタイトルがとても…  failed
        Checkout · Write tests fo… completed


      Add a cart page
      codex:live · open in codex (process 471…


       View   Restore   Replay   GPT Restore
       /  search   q  quit   ?  more"
    `);
  });

  it("with a line for one notice says all of them in short", () => {
    const driven = listed(80, 14).tell({
      type: "status",
      isAll: false,
      interruptedCount: 22,
      newest: null,
      waitingCount: 0,
    });
    expect(driven.text.split("\n")[1]).toBe("6 not listed . · 22 interrupted r");
    expect(driven.resize(80, 24).text).toContain("22 interrupted (r)");
  });

  it("names the folder of the project where there is room, and not where the rows do", () => {
    expect(listed(80).text.split("\n")[0]).toMatch(/This project {2,}~\/shop$/);
    expect(listed(39).text.split("\n")[0]).toMatch(/This project {2,}~\/shop$/);
    expect(listed(38).text.split("\n")[0]).toMatch(/This project {2,}shop$/);
    expect(listed(36).text.split("\n")[0]).toBe("Showing 1–4 of 4 · This project");
    expect(listed(80).press("a").text.split("\n")[0]).not.toContain("~/shop");
  });

  it("says which projects can be continued, and p opens them", () => {
    const driven = listed(80, 24).tell({ type: "projects", unfinishedCount: 1 });
    expect(driven.text).toContain("1 unfinished project: p shows what happened and continues");
    expect(driven.press("p").went).toEqual([{ to: { screen: "projects", isAll: false } }]);
    expect(driven.press("a").text).not.toContain("unfinished project");
  });

  it("at 200 columns in all sessions the root too", () => {
    const driven = listed(200, 14).press("a");
    driven.tell(pageTold([...sample, summary("lost", { workspace: null, title: "Where?" })], {}, { epoch: 1 }));
    expect(driven.text).toMatchInlineSnapshot(`
      "Showing 1–5 of 5 · All sessions
      › Add a cart page                                 ~/shop                        codex     working           2 min │ Add a cart page
        Fix the login redirect when the token has exp…  ~/shop                        codex     interrupted         1 h │ codex:live
        日本語のタイトルがとても長いので切られる 👩‍👩‍👧 …   ~/shop                        claude    failed        Sat 09:00 │ open in codex (process 4711)
        Checkout · Write tests for the checkout         ~/shop                        opencode  completed    2025-03-02 │ ────────────────────────────────────────────────────────────────────────────────────
        Where?                                          root: Unknown                 codex     interrupted         2 h │ Reading…
                                                                                                                        │
                                                                                                                        │
                                                                                                                        │
                                                                                                                        │
                                                                                                                        │

       View   Restore   Replay   GPT Restore
       /  search   ?  help   ←→  action   a  scope   f  filter   n  new   v  preview   q  quit"
    `);
  });

  it("in all sessions at 80 columns says the root in place of the counts", () => {
    const driven = opened(80, 12).press("a");
    driven.tell(pageTold([summary("lost", { workspace: null, title: "Where?" })], {}, { epoch: 1 }));
    expect(driven.text).toContain("root: Unknown");
    expect(driven.text).toContain("Where?");
  });

  it("with nothing known yet says what it does", () => {
    expect(opened(60, 10).text).toMatchInlineSnapshot(`
      "Reading… · This project                               ~/shop
        Looking for sessions…






       View   Restore   Replay   GPT Restore
       /  search   ←→  action   a  scope   q  quit   ?  more"
    `);
  });

  it("says of a demo that it is one, on the narrowest screen too", () => {
    const demo = (columns: number) => opened(columns, 12, testWorld({ isDemo: true })).tell(pageTold(sample)).text;
    expect(demo(80).split("\n")[0]).toBe(
      "Showing 1–4 of 4 · This project                      DEMO · nothing here is real",
    );
    expect(demo(40).split("\n")[0]).toBe("DEMO · Showing 1–4 of 4 · This project");
  });

  it.each([
    [1, 1],
    [2, 3],
    [7, 4],
    [20, 5],
    [40, 8],
    [59, 10],
    [60, 13],
    [80, 24],
    [99, 30],
    [100, 48],
    [200, 60],
  ])("never is wider or higher than %i × %i, and lets nothing of an agent escape", (columns, rows) => {
    const nasty = sessionsFrom(30, {
      title: bomb.repeat(4),
      name: bomb,
      workspace: `/tmp/${bomb}`,
      model: bomb,
      source: bomb,
    });
    const warnings = [{ kind: "unreadable", path: bomb, detail: bomb }] as const;
    for (const keys of [[], ["s", '"日本"'], ["f"], ["w"], ["end"]]) {
      const driven = opened(columns, rows).tell(
        pageTold(nasty, { hidden: { empty: 1, subagents: 1, archived: 1, byPerson: 0, unreadable: 0 } }, { warnings }),
      );
      driven.tell({ type: "hits", number: 2, hits: [] }).press(...keys);
      for (const theme of [makeTheme({ hasColor: true }), makeTheme({ hasColor: false })]) {
        const picture = sessionsScreen.view(driven.state, { columns, rows }, theme);
        expect(picture.lines.length).toBeLessThanOrEqual(rows);
        for (const line of picture.lines) {
          expect(widthOf(line)).toBeLessThanOrEqual(columns);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours are the only codes
          expect(line.replace(/\x1b\[[\d;]*m/g, "")).not.toMatch(dangerous);
        }
        if (picture.cursor) {
          expect(picture.cursor.row).toBeLessThan(rows);
          expect(picture.cursor.column).toBeLessThan(columns);
        }
      }
    }
  });

  it("keeps the chosen session in view and chosen when the terminal changes its size", () => {
    const driven = opened(80, 40).tell(pageTold(sessionsFrom(20)));
    driven.press("end").resize(40, 9);
    expect(driven.text).toContain("› Task 20                    interrupted");
    driven.resize(120, 40);
    expect(driven.text).toMatch(/› .*Task 20 /m);
  });

  it("paints the state in words and colours, and the chosen row in one highlight", () => {
    const { lines } = sessionsScreen.view(listed().state, { columns: 80, rows: 24 }, makeTheme({ hasColor: true }));
    const text = lines.join("\n");
    expect(text).toContain("\x1b[33minterrupted\x1b[39m");
    expect(text).toContain("\x1b[31mfailed     \x1b[39m");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: our own colours
    expect(lines.find((line) => line.includes("›"))).toMatch(/m\x1b\[30;46m› [^\x1b]*\x1b\[39;49m\x1b/);
  });

  it("marks what was forked or replayed from another, and says from which", () => {
    const from = (kind: "fork" | "replay" | "handoff" | "resumed-as") =>
      summary(kind, {
        title: "Add a cart page",
        lineage: { kind, session: "codex:old" as SessionId, turn: 2 },
      });
    const driven = opened(80, 20).tell(pageTold([from("fork"), from("replay"), from("handoff"), from("resumed-as")]));
    const marks = driven.text
      .split("\n")
      .slice(1, 5)
      .map((line) => line.slice(2, 8));
    expect(marks).toEqual(["↳ Add ", "↻ Add ", "→ Add ", "Add a "]);
    expect(driven.text).toContain("fork of codex:old");
  });

  it("fills the screen with rows, and leaves the details what a short list does not need", () => {
    const preferences = { load: () => ({ hasPreview: false }), save: () => {} };
    const rows = (count: number, height: number) =>
      opened(80, height, testWorld({ preferences }))
        .tell(pageTold(sessionsFrom(count)))
        .text.split("\n")
        .filter((line) => /^(?:›| ) Task/.test(line)).length;
    expect(rows(100, 48)).toBe(33);
    expect(rows(100, 40)).toBe(25);
    expect(rows(100, 24)).toBe(17);
    expect(rows(100, 8)).toBe(5);
    expect(rows(4, 24)).toBe(4);
  });

  it("says parked where a limit has stopped a run", () => {
    const parked = { state: "parked", parkedUntil: at("2026-11-15T15:00:00.000Z") } as const;
    const rows = sample.map((one, index) => (index === 2 ? { ...one, ...parked } : one));
    const driven = opened().tell(pageTold(rows));
    expect(driven.text).toMatch(/claude {3}parked {6} *Sat 09:00/);
  });
});

describe("an empty list", () => {
  it("of a machine without sessions invites", () => {
    const driven = opened(70, 20).tell(pageTold([]));
    expect(driven.tasks.map((task) => task.do)).toContain("look-anywhere");
    driven.tell({ type: "anywhere", anywhere: { count: 0, homes: ["/home/me/.codex", "/home/me/.claude"] } });
    expect(driven.text).toMatchInlineSnapshot(`
      "Showing 0–0 of 0 · This project                                 ~/shop
        No sessions yet.

        Your Codex, Claude Code, Gemini CLI and OpenCode sessions appear
        here.

        Looked in:
          /home/me/.codex
          /home/me/.claude

        n starts a session here. d shows a demo with sample sessions.







       View   Restore   Replay   GPT Restore
       /  search   ←→  action   a  scope   f  filter   q  quit   ?  more"
    `);
  });

  it("of a project says how many there are elsewhere", () => {
    const driven = opened(70, 12).tell(
      pageTold([], { hidden: { empty: 2, subagents: 0, archived: 0, byPerson: 0, unreadable: 0 } }),
    );
    driven.tell({ type: "anywhere", anywhere: { count: 41, homes: [] } });
    expect(driven.text).toContain("No session of this project yet (/home/me/shop).");
    expect(driven.text).toContain("41 sessions in other projects (a). Start one here (n).");
    expect(driven.text).toContain("2 without messages not listed (. shows them)");
    expect(driven.press("enter").text).toContain("No session here. a shows all, n starts one.");
  });

  it("names the demo's command where the demo cannot be started from here", () => {
    const driven = opened().tell(pageTold([]));
    expect(driven.press("d").text).toContain("`reprise demo` shows every screen");
    expect(driven.went).toEqual([]);
  });

  it("starts the demo where it can be", async () => {
    let started = 0;
    const world = testWorld({
      demo: async () => {
        started += 1;
      },
    });
    const driven = opened(80, 24, world).tell(pageTold([])).press("D");
    const [go] = driven.went;
    if (go && "outside" in go) await go.outside(world);
    expect(started).toBe(1);
  });
});
