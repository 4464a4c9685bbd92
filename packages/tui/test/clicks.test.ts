import { sampleProjectRow } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { begin as beginProjects, projectsScreen } from "../src/screens/projects/index.ts";
import { begin as beginRestore, restoreScreen } from "../src/screens/restore/index.ts";
import { begin as beginStatus, statusScreen } from "../src/screens/status/index.ts";
import { Driven } from "./support/drive.ts";
import { DrivenLive, restoreBeginning } from "./support/live.ts";
import { replayPlan, request, resumePlan, statusRow, summary } from "./support/plans.ts";
import { DrivenReview } from "./support/review.ts";
import { synthetic } from "./support/synthetic-session.ts";
import { Viewing } from "./support/viewing.ts";
import { testWorld } from "./support/world.ts";

describe("in the viewer a click", () => {
  const output = Array.from({ length: 30 }, (_, line) => `output ${line}`).join("\n");
  const viewing = () =>
    new Viewing(
      synthetic(3, (turn) => [
        { kind: "reply", text: `Reply of turn ${turn}.` },
        { kind: "command", command: `make ${turn}`, output, exitCode: 0, status: "done" },
      ]),
    ).done();

  test("places the cursor; a second one folds", async () => {
    const viewer = await viewing();
    viewer.press("g").click("Reply of turn 1.");
    expect(viewer.lines.find((line) => line.includes("Reply of turn 1."))).toMatch(/^▌/);
    const { cursor } = viewer.state;
    viewer.click("Reply of turn 1.");
    expect(viewer.state.cursor).toEqual(cursor);
    expect(viewer.state.folds.own.size).toBe(1);
  });

  test("unfolds a folded item, and folds it again", async () => {
    const viewer = (await viewing()).press("g");
    expect(viewer.text).not.toContain("output 12");
    viewer.click("make 1");
    expect(viewer.text).toContain("output 12");
    viewer.click("make 1");
    expect(viewer.text).not.toContain("output 12");
  });

  test("right of the text is on its row; on an action it runs that", async () => {
    const viewer = (await viewing()).press("g");
    const row = viewer.lines.findIndex((line) => line.includes("Reply of turn 1."));
    viewer.tell({ type: "click", row, column: 70, target: `row:${row - 1}`, isAgain: false });
    expect(viewer.lines[row]).toMatch(/^▌/);
    expect(viewer.click("GPT Restore").went).toMatchObject([{ to: { screen: "restore", modes: ["handoff"] } }]);
    expect(viewer.click(" q ").went.at(-1)).toEqual({ back: true });
  });

  test("half a page scrolls half the screen, and the cursor keeps its line", async () => {
    const viewer = (await viewing()).press("f", "g", "down", "down", "down");
    const lineOf = () => viewer.lines.findIndex((line) => line.startsWith("▌"));
    const before = [lineOf(), viewer.lines[13]];
    viewer.press("ctrl+d");
    expect([lineOf(), viewer.lines[3]]).toEqual(before);
    viewer.press("ctrl+u");
    expect([lineOf(), viewer.lines[13]]).toEqual(before);
  });
});

test("in the status a click selects, a second one restores; the action and the keys are clickable", () => {
  const rows = [statusRow("a", { title: "First" }), statusRow("b", { title: "Second" })];
  const driven = new Driven(statusScreen, beginStatus(testWorld())).tell({
    type: "rows",
    request: 0,
    rows,
    notShown: { hidden: 0, archived: 0, subagents: 0, more: 0 },
  });
  driven.click("Second");
  expect([driven.state.chosen, driven.tasks.length]).toEqual([1, 1]);
  driven.click("Second");
  const find = { type: "find", purpose: "restore" };
  expect(driven.tasks.at(-1)).toMatchObject({ ...find, session: rows[1]?.session });
  driven.click("First").click(" Resume ");
  expect(driven.tasks.at(-1)).toMatchObject({ ...find, session: rows[0]?.session });
  driven.click(" U ");
  expect(driven.state.batch?.phase).toBe("planning");
});

describe("in the plan of a restore a click", () => {
  const open = (plan: Parameters<typeof beginRestore>[0]["plan"]) => {
    const route = { screen: "restore", session: summary("t"), modes: ["resume"], isStepwise: false } as const;
    return new Driven(restoreScreen, beginRestore({ ...route, plan }, testWorld()));
  };

  test("on the action is Enter", () => {
    expect(open(resumePlan()).click(" Resume ").went).toMatchObject([{ instead: { screen: "live" } }]);
  });

  test("is too early where Enter is, and starts nothing", () => {
    const driven = open(replayPlan()).click(" Replay ");
    expect(driven.went).toEqual([]);
    expect(driven.text).toContain("The plan is new.");
  });

  test("on a question agrees to it, and again does not", () => {
    const driven = open(replayPlan());
    driven.click("Ask before each segment");
    expect(driven.state.answers.steps).toBe(true);
    driven.click("Ask before each segment");
    expect(driven.state.answers.steps).toBe(false);
  });
});

test("among projects a click selects, a second one opens", () => {
  const rows = [sampleProjectRow({ title: "One" }), sampleProjectRow({ title: "Two", path: "/p/2" })];
  const driven = new Driven(projectsScreen, beginProjects(testWorld()));
  driven.tell({ type: "rows", request: 0, rows, now: testWorld().now() }).click("Two");
  expect([driven.state.scroll.chosen, driven.went]).toEqual([1, []]);
  expect(driven.click("Two").went).toMatchObject([{ to: { screen: "project", begin: { path: "/p/2" } } }]);
});

describe("in a review", () => {
  test.each([
    ["beside the list", { columns: 160, rows: 24 }],
    ["below the list", { columns: 80, rows: 24 }],
  ])("a click selects a comment; the wheel scrolls what it is over, with the comment %s", (_, size) => {
    const driven = DrivenReview.open(size);
    const [, second] = driven.text.split("\n").slice(2);
    driven.click((second ?? "").slice(5, 20).trim());
    expect(driven.state.scroll.chosen).toBe(1);
    driven.wheel(1, 3, 2);
    expect(driven.state.scroll.chosen).toBe(2);
    driven.wheel(1, size.rows - 4, size.columns - 2);
    expect(driven.state.scroll.chosen).toBe(2);
  });

  test("a choice of the filter is one click away", () => {
    const driven = DrivenReview.open().press("F").click("Unresolved");
    expect(driven.state.filter.state).toBe("unresolved");
    expect(driven.state.over).toBeNull();
  });
});

describe("when the agent asks, a click on an answer", () => {
  const asked = async () => {
    const live = await new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter").performs();
    return live.happens({ type: "request", request: request() });
  };
  const answers = ({ controls }: DrivenLive) => controls.done.filter((one) => one.startsWith("answer"));

  test("counts like its letter, and not before a key would", async () => {
    const live = await asked();
    await live.click("yes, for this session").performs();
    expect([answers(live), live.state.composer.buffer.text]).toEqual([[], ""]);
    await live.waits().click("yes, for this session").performs();
    expect(answers(live)).toEqual(["answer r1 session"]);
  });

  test("allows nothing that was not seen in full; no is no", async () => {
    const long = Array.from({ length: 60 }, (_, line) => `echo ${line}`).join("\n");
    const shown = async () => {
      const live = await new DrivenLive(restoreBeginning()).resumed().press('"fix it"', "enter").performs();
      return live.happens({ type: "request", request: request({ subject: long }) }).waits();
    };
    const live = await shown();
    await live.click("yes, once").performs();
    expect(answers(live)).toEqual([]);
    expect(live.text).toContain("Nothing is allowed before you have seen it all.");
    const other = await shown();
    await other.click("n  no").performs();
    expect(answers(other)).toEqual(["answer r1 decline"]);
  });
});
