import type { StatusRow, Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import {
  bomb,
  dangerous,
  drift,
  request,
  resumePlan,
  statusRow,
  summary,
  widerPlan,
} from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { makeTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";
import { begin, statusScreen } from "./index.ts";
import type { Message, State, Task } from "./state.ts";

const full = statusRow("a", {
  doing: "during: $ make",
  unfinished: [{ item: "1", kind: "command", subject: "make", outcome: "unknown", evidence: "no result was recorded" }],
  stillRunning: [{ pid: 7, program: "make", terminal: null }],
  drift: [drift()],
  parkedUntil: "2026-11-16T13:00:00.000Z" as Timestamp,
  pendingCount: 1,
});
const live = statusRow("b", {
  state: "working",
  owner: { pid: 9, program: "codex", terminal: null },
  doing: "writing",
  title: "",
});
const plain = statusRow("c", { title: "Rename the cart" });
const unborn = statusRow("d", { session: null, title: "" });

type Screen = Driven<State, Message, Task>;

const none = { hidden: 0, archived: 0, subagents: 0, more: 0 };

function open(rows: readonly StatusRow[] | null, size = { columns: 80, rows: 24 }): Screen {
  const driven: Screen = new Driven(statusScreen, begin(testWorld()), size);
  return rows === null ? driven : driven.tell({ type: "rows", request: 0, rows, notShown: none });
}

const last = (driven: Screen) => driven.tasks.at(-1);

test("a round of a project is continued by its project, alone and among all", () => {
  const project = "/home/me/shop/.reprise/projects/2026/11/17/1";
  const driven = open([statusRow("p", { project }), plain]);
  expect(driven.text).toContain("It is a round of a project, which continues it.");
  expect(driven.text).toContain("Open its project");
  expect(driven.press("enter").went).toEqual([{ to: { screen: "project", begin: { kind: "open", path: project } } }]);
  driven.press("R");
  expect(last(driven)).toEqual({ type: "find", purpose: "restore", session: plain.session });
});

describe("the list", () => {
  test("is asked for this project, or for all", () => {
    const driven = open(null);
    expect(driven.text).toContain("Looking for interrupted sessions…");
    expect(driven.tasks).toEqual([{ type: "status", request: 0, scope: { workspace: "/home/me/shop" } }]);
    expect(last(driven.press("a"))).toEqual({ type: "status", request: 1, scope: "all" });
    driven.tell({ type: "rows", request: 0, rows: [full], notShown: none });
    expect(driven.text).toContain("Looking for interrupted sessions…");
    driven.tell({ type: "rows", request: 1, rows: [], notShown: none });
    expect(driven.text).toContain("Nothing interrupted or running in any project.");
  });

  test("is of every project where the list below was", () => {
    const driven = new Driven(statusScreen, begin(testWorld(), { isAll: true }));
    expect(driven.tasks).toEqual([{ type: "status", request: 0, scope: "all" }]);
  });

  test("Enter before it is there is done once when it is, and forgotten with another key", () => {
    const driven = open(null)
      .press("enter")
      .tell({ type: "rows", request: 0, rows: [plain], notShown: none });
    expect(last(driven)).toEqual({ type: "find", purpose: "restore", session: plain.session });
    const count = driven.tasks.length;
    driven.tell({ type: "rows", request: 0, rows: [plain], notShown: none });
    expect(driven.tasks).toHaveLength(count);
    const other = open(null)
      .press("v", "down")
      .tell({ type: "rows", request: 0, rows: [plain], notShown: none });
    expect(other.tasks).toHaveLength(1);
    const failed = open(null).press("enter").tell({ type: "no-rows", request: 0, reason: "It broke." });
    expect(failed.tell({ type: "rows", request: 0, rows: [plain], notShown: none }).tasks).toHaveLength(1);
  });

  test("says of each what it did, what half-ran, still runs and has changed", () => {
    expect(open([full, live, plain]).text).toMatchInlineSnapshot(`
      "Interrupted and running                                              1–19 / 21 ↓
      2 interrupted, 1 live · This project · times in UTC
      › [ ] interrupted · codex · 2026-11-15 09:41 · Fix the flaky test
            codex:a in /home/me/shop
            usage limit: Enter, then w waits for its end, or t takes another agent
            1 request never answered
            unfinished work:
              command make: outcome unknown: may have partly run (no result was
              recorded)
            still running (not touched):
              make (process 7)
            changes since:
              git head: abc1234 → def5678

            working · codex · 2026-11-15 09:41 · (no prompt)
            codex:b in /home/me/shop
            open in codex (process 9)
            doing: writing
            It is open in codex (process 9). v views it; close it there first.

        [ ] interrupted · codex · 2026-11-15 09:41 · Rename the cart

       Resume
       Enter  resume   q  back   R  resume all   U  all at once   ?  more"
    `);
  });

  test("an agent that died before it wrote anything is told as such", () => {
    expect(open([unborn]).text).toContain("no session yet (run run-d) in /home/me/shop");
    expect(open([unborn]).text).toContain("died before it recorded anything");
  });

  test("nothing here, and what went wrong, are said", () => {
    expect(open([]).text).toContain("in this project. a shows all projects.");
    const driven = open(null).tell({ type: "no-rows", request: 0, reason: `The disk is gone.${bomb}` });
    expect(driven.text).toContain("The disk is gone.");
    expect(driven.text).not.toMatch(dangerous);
    expect(last(driven.press("r"))).toMatchObject({ type: "status", request: 1 });
  });

  test("what is chosen stays chosen when the list is made again", () => {
    const driven = open([full, live, plain]).press("end");
    driven.tell({ type: "rows", request: 0, rows: [plain, full], notShown: none });
    expect(driven.state.chosen).toBe(0);
    driven.tell({ type: "rows", request: 0, rows: [full], notShown: none });
    expect(driven.state.chosen).toBe(0);
  });

  test("the chosen row is in view, also after a resize", () => {
    const many = Array.from({ length: 30 }, (_, index) => statusRow(`t${index}`, { title: `Task ${index}.` }));
    const driven = open(many);
    for (let step = 0; step < 20; step += 1) expect(driven.press("down").text).toMatch(/^› /m);
    expect(driven.resize(40, 12).text).toContain("› [ ] interrupted");
    expect(driven.state.chosen).toBe(20);
    expect(driven.press("home").state.top).toBe(0);
  });

  test.each([40, 80, 160, 3])("fits into %i columns, and nothing in it can act on the terminal", (columns) => {
    const evil = statusRow("e", {
      title: bomb,
      doing: bomb,
      workspace: bomb,
      owner: { pid: 1, program: bomb, terminal: null },
      unfinished: [{ item: "1", kind: "tool", subject: bomb, outcome: "done", evidence: bomb }],
      stillRunning: [{ pid: 2, program: bomb, terminal: bomb }],
      drift: [drift({ subject: bomb, recorded: bomb, now: null, note: bomb })],
    });
    const driven = open([evil, full, live, unborn], { columns, rows: 60 }).press("down");
    const { lines } = statusScreen.view(driven.state, driven.size, makeTheme({ hasColor: true }));
    expect(lines).toHaveLength(60);
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    const wide = open([full, evil], { columns: 1000, rows: 60 }).text;
    expect(wide).toContain("日本語");
    expect(wide).not.toMatch(dangerous);
  });
});

describe("restoring one", () => {
  test("Enter finds the session and opens the screen that asks first", () => {
    const driven = open([full, plain]).press("down", "enter");
    expect(last(driven)).toEqual({ type: "find", purpose: "restore", session: "codex:c" });
    const session = summary("c");
    driven.tell({ type: "found", purpose: "restore", session });
    expect(driven.went).toEqual([
      { to: { screen: "restore", session, modes: ["resume"], isStepwise: false, plan: null } },
    ]);
    expect(last(driven.tell({ type: "returned" }))).toMatchObject({ type: "status", request: 1 });
  });

  test("what runs elsewhere is not restored, and says where; it can be viewed", () => {
    const driven = open([live]).press("enter");
    expect(driven.tasks).toHaveLength(1);
    expect(driven.text).toContain("It is open in codex (process 9). v views it; close it there first");
    driven.press("V").tell({ type: "found", purpose: "view", session: summary("b") });
    expect(driven.went).toMatchObject([{ to: { screen: "viewer", at: null } }]);
  });

  test("the prompt of an agent that wrote nothing becomes an unsent draft", () => {
    const driven = open([{ ...unborn, unsentPrompt: "Mend it." }]);
    expect(driven.text).toContain("Mend it.");
    driven.press("enter");
    expect(last(driven)).toEqual({ type: "prefer", agent: "codex" }); // the agent it was meant for
    const draft = { text: "Mend it.", cursor: 8, savedAt: unborn.updatedAt };
    expect(driven.went).toEqual([
      { to: { screen: "live", begin: { kind: "new", draft, from: null, carries: ["run-d"] } } },
    ]);
    expect(open([unborn]).press("enter").text).toContain("nothing to resume");
  });

  test("what cannot be found says why", () => {
    const driven = open([plain]).press("enter").tell({ type: "failed", reason: "codex:c is in two homes." });
    expect(driven.text).toContain("codex:c is in two homes.");
    expect(driven.went).toEqual([]);
  });
});

describe("one after the other", () => {
  const rows = [full, live, plain, statusRow("e", { title: "Third" })];

  test("R marks all that can be restored and opens the first; each return goes to the next", () => {
    const driven = open(rows).press("R");
    expect([...driven.state.marked]).toEqual(["codex:a", "codex:c", "codex:e"]);
    expect(last(driven)).toEqual({ type: "find", purpose: "restore", session: "codex:a" });
    driven.tell({ type: "returned" });
    expect(driven.text).toContain("2 left: Enter continues with the next.");
    driven.tell({ type: "rows", request: 1, rows: rows.slice(1), notShown: none });
    expect(last(driven.press("enter"))).toEqual({ type: "find", purpose: "restore", session: "codex:c" });
    driven.tell({ type: "returned" }).press("enter").tell({ type: "returned" });
    expect(driven.text).toContain("That was the last of them.");
    expect(driven.tasks.map(({ type }) => type)).not.toContain("restore-all");
  });

  test("with marks, only those", () => {
    const driven = open(rows).press("end", "space", "R");
    expect([...driven.state.marked]).toEqual(["codex:e"]);
    expect(last(driven)).toMatchObject({ session: "codex:e" });
    expect(open(rows).press("down", "space").text).toContain("It is open in codex (process 9).");
    expect(open([live]).press("R").text).toContain("Nothing to resume.");
  });

  test("without marks, what was stopped or completed and has an unsent prompt stays; it is not counted, and can be marked", () => {
    const stopped = statusRow("s", { state: "stopped", unsentPrompt: "and then" });
    const driven = open([stopped, plain]).press("R");
    expect(driven.text).toContain("1 interrupted");
    expect([...driven.state.marked]).toEqual(["codex:c"]);
    expect([...open([stopped, plain]).press("space", "R").state.marked]).toEqual(["codex:s"]);
  });
});

describe("all at once", () => {
  const rows = [full, plain, statusRow("e", { title: "Third" }), statusRow("f", { title: "Fourth" }), live];
  const goes = resumePlan({ prompt: "Continue where you left off." });
  const asks = resumePlan({ recap: "make was cut off.", pending: [request()] });

  function asked(): Screen {
    const driven = open(rows, { columns: 80, rows: 30 }).press("U");
    const round = 1;
    driven.tell({ type: "case-planned", round, key: "codex:a", plan: goes });
    driven.tell({ type: "case-planned", round, key: "codex:c", plan: widerPlan() });
    driven.tell({ type: "case-planned", round, key: "codex:e", plan: asks });
    driven.tell({ type: "case-failed", round, key: "codex:f", reason: "No session matches that." });
    return driven;
  }

  test("U only plans; what will go on and what is left out is shown, and Enter starts it", () => {
    const driven = asked();
    expect(driven.tasks.map(({ type }) => type)).toEqual(["status", "plan-all"]);
    expect(driven.press("enter").text).toContain("The plans are not ready yet.");
    driven.tell({ type: "all-planned", round: 1 });
    expect(driven.text).toMatchInlineSnapshot(`
      "Interrupted and running
      4 interrupted, 1 live · This project · times in UTC
      Resume all in sequence without asking

      Will resume
        Fix the flaky test (codex:a)

      They need an answer: resume them one by one
        Rename the cart (codex:c): wider permissions (sandbox from read-only to
        workspace-write)
        Third (codex:e): needs your answer: the recap of unfinished work
        Fourth (codex:f): No session matches that.

      Will be sent
        > Continue where you left off.
        This uses tokens and costs money.
        New requests are declined. Saved approvals are not reused.











       Resume 1
       Enter  resume   q  back"
    `);
    driven.press("U", "R", "y", "Y", "a", "o", "e", "space", "s", "v", "r");
    expect(driven.tasks).toHaveLength(2);
    expect(last(driven.press("enter"))).toEqual({
      type: "restore-all",
      plans: [{ key: "codex:a", plan: goes }],
    });
    driven.tell({ type: "case-progress", key: "codex:a", text: "running" });
    expect(driven.text).toContain("Fix the flaky test (codex:a): running");
    expect(driven.press("enter").tasks).toHaveLength(3);
  });

  test("Esc before Enter leaves everything as it was", () => {
    const driven = asked().tell({ type: "all-planned", round: 1 }).press("escape");
    expect([driven.state.batch, driven.went]).toEqual([null, []]);
    expect(driven.tasks.map(({ type }) => type)).toEqual(["status", "plan-all", "status"]);
    driven.tell({ type: "all-planned", round: 1 });
    expect(driven.state.batch).toBeNull();
  });

  test("plans of an earlier time are not started", () => {
    const driven = asked().press("escape", "U").tell({ type: "all-planned", round: 1 }).press("enter");
    expect(driven.tasks.map(({ type }) => type)).not.toContain("restore-all");
  });

  test("what runs is stopped by Esc pressed twice, and not by one", () => {
    const driven = asked().tell({ type: "all-planned", round: 1 }).press("enter", "escape");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("Esc again stops the current one and leaves.");
    expect(driven.press("escape").went).toEqual([{ back: true }]);
  });

  test("when it is over, the list is made again", () => {
    const driven = asked().tell({ type: "all-planned", round: 1 }).press("enter").tell({ type: "all-over" });
    expect(last(driven.press("enter"))).toMatchObject({ type: "status" });
    expect(driven.state.batch).toBeNull();
  });

  test("where all have a question, nothing starts", () => {
    const driven = open([plain]).press("U");
    driven.tell({ type: "case-planned", round: 1, key: "codex:c", plan: widerPlan() });
    driven.tell({ type: "all-planned", round: 1 }).press("enter");
    expect(driven.text).toContain("None of them can resume without a question.");
    expect(driven.tasks.map(({ type }) => type)).toEqual(["status", "plan-all"]);
  });
});

test("no key starts anything by itself, and each is in the table once", () => {
  const every = statusScreen.keys.flatMap(({ keys }) => keys);
  expect(new Set(every).size).toBe(every.length);
  for (const key of every) {
    const driven = open([full, plain, live, unborn]).press(key);
    expect(driven.tasks.map(({ type }) => type)).not.toContain("restore-all");
    expect(driven.went.every((go) => "to" in go || "back" in go || "escape" in go || "outside" in go)).toBe(true);
  }
});

describe("X", () => {
  const gone = statusRow("c", { title: "Rename the cart", isDismissed: true });

  test("dismisses the chosen one, then looks again; once more, it counts", () => {
    const driven = open([full, plain]).press("down", "x");
    expect(last(driven)).toEqual({ type: "dismiss", session: plain.session, isDismissed: true });
    driven.tell({ type: "dismissed", isDismissed: true });
    expect(last(driven)).toMatchObject({ type: "status", request: 1 });
    driven.tell({ type: "rows", request: 1, rows: [full, gone], notShown: none });
    expect(driven.text).toContain("1 interrupted");
    expect(driven.text).toContain("interrupted (dismissed) · codex");
    expect(driven.text).toContain("Dismissed: no longer counted or offered.");
    expect(last(driven.press("x"))).toEqual({ type: "dismiss", session: plain.session, isDismissed: false });
  });

  test("does nothing with what runs, and with what has no session", () => {
    for (const row of [live, unborn]) {
      const driven = open([row]).press("x");
      expect(driven.tasks).toHaveLength(1);
      expect(driven.text).toContain("Only an interrupted session can be dismissed.");
    }
  });

  test("what is dismissed is not among all of them, unless it is marked", () => {
    expect(open([gone]).press("R").text).toContain("Nothing to resume.");
    expect(last(open([gone, full]).press("R"))).toMatchObject({ type: "find", session: full.session });
    expect(last(open([gone, full]).press("space", "R"))).toMatchObject({ session: gone.session });
  });
});

test("counts the interrupted sessions that it leaves out, and says where they are", () => {
  const notShown = { hidden: 1, archived: 2, subagents: 0, more: 0 };
  const some = open(null).tell({ type: "rows", request: 0, rows: [plain], notShown });
  expect(some.text).toContain("1 interrupted · not shown: 1 hidden, 2 archived (. in the list)");
  const nothing = open(null).tell({ type: "rows", request: 0, rows: [], notShown });
  expect(nothing.text).toContain("Not shown: 1 hidden, 2 archived. `.` in the list shows them.");
});
