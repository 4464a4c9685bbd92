import { plainRequest, type RestoreEvent } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { restoreBeginning } from "../../../../test/support/live.ts";
import { refusedPlan, resumePlan } from "../../../../test/support/plans.ts";
import { DrivenReview, offered } from "../../../../test/support/review.ts";
import { testWorld } from "../../../../test/support/world.ts";
import { begin as beginLive } from "../../live/index.ts";
import { begin as beginPlan } from "../../restore/index.ts";

const open = DrivenReview.open;
const request: RestoreEvent = {
  type: "request",
  request: {
    ...plainRequest,
    id: "r1",
    kind: "command",
    subject: "rm -rf build",
    reason: null,
    cwd: null,
    item: null,
    hash: "h",
    choices: ["once", "decline"],
  },
};

describe("x", () => {
  test("starts a new run on the comments shown, if none was interrupted", () => {
    const driven = open().press("f", "x");
    expect(driven.text).toContain("Codex: looking for an interrupted run…");
    expect(driven.done("start")).toEqual([]);
    driven.tell({ type: "offer", offered: null, unsent: null });
    const [start] = driven.done("start");
    expect(start).toMatchObject({ comments: [{ id: 1 }, { id: 2 }, { id: 4 }], declines: null });
    expect(driven.text).toContain("Codex: launching…");
  });

  test("without comments is an error, and asks nobody", () => {
    const driven = open(undefined, []).press("x");
    expect(driven.text).toContain("Error: No comment is shown: there is nothing to run on.");
    expect(driven.done("offer")).toEqual([]);
  });

  test("Esc before the start starts nothing, whatever arrives later", () => {
    const driven = open().press("x", "escape");
    expect(driven.text).toContain("Nothing was started.");
    driven.tell({ type: "offer", offered: null, unsent: null });
    expect(driven.done("start")).toEqual([]);
    const late = open().press("x").tell({ type: "offer", offered: null, unsent: null }).press("escape");
    late.tell({ type: "live-opened", opened: beginLive(restoreBeginning(), testWorld()) });
    expect(late.done("live")).toEqual([]);
  });

  test("what an x before Esc led to does not start in place of the next x, which has another filter", () => {
    const driven = open().press("x").tell({ type: "offer", offered: null, unsent: null });
    const [old] = driven.tasks.filter(({ task }) => task.type === "start");
    driven.press("escape", "f", "x");
    const opened = beginLive(restoreBeginning(), testWorld());
    driven.tell({
      type: "attempted",
      attempt: old?.attempt ?? Number.NaN,
      message: { type: "live-opened", opened },
    });
    expect(driven.state.isRunning).toBe(false);
    expect(driven.done("live")).toEqual([]);
    const attempt = driven.tasks.at(-1)?.attempt ?? Number.NaN;
    driven.tell({ type: "attempted", attempt, message: { type: "offer", offered: null, unsent: null } });
    expect(driven.done("start").at(-1)).toMatchObject({ comments: [{ id: 1 }, { id: 2 }, { id: 4 }] });
  });

  test("during a run, or before it has started, says that one is in progress", () => {
    expect(open().press("x", "x").text).toContain("already in progress");
    const driven = open().runs();
    expect(driven.press("x").text).toContain("already in progress");
    expect(driven.done("offer")).toHaveLength(1);
    expect(driven.press("j").text).toContain("Codex: thinking");
  });

  test("what is refused before the start is shown, and the keys are back after Esc", () => {
    const driven = open()
      .press("x")
      .tell({ type: "not-started", reason: "The checkout is of octo/other. Use --force." });
    expect(driven.text).toContain("Error: The checkout is of octo/other. Use --force.");
    expect(driven.press("escape").text).not.toContain("octo/other");
  });
});

describe("an interrupted run", () => {
  const asked = () => open().press("x").tell({ type: "offer", offered, unsent: null });

  test("shows what it asks in a small window, and takes no answer where there is no room for it", () => {
    const ask = (columns: number, rows: number) =>
      open({ columns, rows }).press("x").tell({ type: "offer", offered, unsent: null }).quiet();
    for (const [columns, rows] of [
      [40, 5],
      [20, 3],
      [30, 14],
    ] as const)
      expect(ask(columns, rows).text).toMatch(/Resume\?\s\[y\/n\]/);
    for (const [columns, rows] of [
      [80, 2],
      [5, 1],
      [12, 24],
    ] as const) {
      const driven = ask(columns, rows).press("y", "n");
      expect([...driven.done("resume"), ...driven.done("start")]).toEqual([]);
      expect(driven.press("escape").state.question).toBeNull();
    }
    expect(ask(20, 3).press("y").done("resume")).toHaveLength(1);
  });

  test("is asked about in the status bar, and only y, n and Esc count", () => {
    const driven = asked();
    expect(driven.text).toContain("Interrupted session from 2026-02-15 10:32 UTC. Resume? [y/n]");
    driven.quiet().press("x", "j", "q", "f", "enter", "space");
    expect(driven.text).toContain("Resume? [y/n]");
    expect(driven.text).toContain("Filter: All");
    expect(driven.went).toEqual([]);
  });

  test.each(["y", "Y"])("%s plans to resume it with the comments shown", (key) => {
    const driven = asked().quiet().press(key);
    expect(driven.done("resume")).toMatchObject([{ offered, comments: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }] }]);
    expect(driven.done("start")).toEqual([]);
    expect(driven.text).toContain("Codex: resuming…");
  });

  test.each(["n", "N"])("%s declines it for good and starts a new one", (key) => {
    const driven = asked().quiet().press(key);
    expect(driven.done("start")).toMatchObject([{ declines: "run-0" }]);
    expect(driven.done("resume")).toEqual([]);
  });

  test("Esc does neither", () => {
    const driven = asked().quiet().press("escape");
    expect([...driven.done("start"), ...driven.done("resume")]).toEqual([]);
    expect(driven.text).not.toContain("Resume?");
    expect(driven.press("x").done("offer")).toHaveLength(2);
  });

  test("a key that was pressed before the question could be read does not answer it", () => {
    const driven = asked().press("y");
    expect(driven.done("resume")).toEqual([]);
    expect(driven.text).toContain("Resume? [y/n]");
    expect(driven.bright).not.toMatch(/y\/n|y {2}yes|n {2}no/);
    expect(driven.bright).toContain("Esc  back");
    expect(driven.quiet().bright).toMatch(/Resume\? \[y\/n\][\s\S]* y {2}yes .* n {2}no/);
  });

  test("a prompt that never reached an agent is replaced by that of today", () => {
    const driven = open()
      .press("x")
      .tell({ type: "offer", offered: null, unsent: "run-7" as never });
    expect(driven.done("start")).toMatchObject([{ unsent: "run-7", declines: null }]);
  });

  test("the question is above an error", () => {
    const driven = open().tell({ type: "failed", reason: "Something broke." });
    expect(driven.text).toContain("Error: Something broke.");
    driven.press("x").tell({ type: "offer", offered, unsent: null });
    expect(driven.text).not.toContain("Something broke.");
  });

  test("that needs consent is planned first; Enter starts it, Esc does not", () => {
    const route = {
      screen: "restore",
      session: offered.session,
      modes: ["resume"],
      isStepwise: false,
    } as const;
    const plan = resumePlan({ prompt: "Continue", recap: "A command was cut off." });
    const planned = () =>
      asked()
        .quiet()
        .press("y")
        .tell({
          type: "plan-opened",
          opened: beginPlan({ ...route, plan, prompt: "Continue" }, testWorld()),
        });
    const driven = planned();
    expect(driven.text).toContain("[x] ");
    expect(driven.text).toContain("Resume");
    expect(driven.press("escape").text).toContain("Nothing was started.");
    const started = planned().press("enter");
    expect(started.done("open-live")).toMatchObject([{ begin: { kind: "restore", isHosted: true, answers: {} } }]);
  });

  test("that is refused offers Replay or a new run, with the reason", () => {
    const driven = asked().quiet().press("y");
    const beginning = restoreBeginning({ isHosted: true, plan: resumePlan({ prompt: "Continue" }) });
    driven.tell({ type: "live-opened", opened: beginLive(beginning, testWorld()) });
    driven.happens({
      type: "run-started",
      run: "run-9" as never,
      agent: "codex",
      settings: resumePlan().settings,
    });
    driven.happens({
      type: "refused",
      plan: refusedPlan({
        refusals: [{ mode: "resume", reason: "thread-missing", detail: "Codex has no such thread." }],
      }),
    });
    driven.tell({ type: "live", message: { type: "run-over", failure: null } });
    driven.tell({ type: "live", message: { type: "go-on" } });
    expect(driven.text).toContain("The run cannot be resumed: Codex has no such thread.");
    expect(driven.text).toContain("[r/n]");
    expect(driven.quiet().press("r").done("open-plan")).toMatchObject([
      { route: { modes: ["replay"], prompt: "Continue" } },
    ]);
  });

  test("n after a refusal starts a new run and declines the refused one", () => {
    const replay = {
      screen: "restore",
      session: offered.session,
      modes: ["replay"],
      isStepwise: false,
      plan: null,
    } as const;
    const driven = asked()
      .quiet()
      .press("y")
      .tell({ type: "refused", reason: "It is archived.", run: offered.run, replay });
    expect(driven.text).toContain("The run cannot be resumed: It is archived.");
    expect(driven.quiet().press("n").done("start")).toMatchObject([{ declines: "run-0" }]);
  });
});

describe("a run", () => {
  test("shows what it does, for how long, and its tokens", () => {
    const driven = open().runs();
    driven.tell({ type: "live", message: { type: "clock", now: 1_000 } });
    driven.tell({ type: "live", message: { type: "clock", now: 13_000 } });
    driven.happens({ type: "usage", tokens: 12_345, isOfThread: true });
    driven.happens({
      type: "item",
      key: "c",
      isComplete: false,
      item: {
        kind: "command",
        command: "npm test",
        output: null,
        exitCode: null,
        status: "running",
      } as never,
    });
    expect(driven.text).toContain("Codex: running npm test · 12 s · 12,345 tokens");
  });

  test("Enter shows the conversation, Esc the comments again; neither ends it", () => {
    const driven = open().runs().press("enter");
    expect(driven.text).toContain("Resolve");
    expect(driven.text).toContain("working");
    driven.press("escape");
    expect(driven.text).toContain("Filter: All");
    expect(driven.state.isRunning).toBe(true);
    expect(driven.done("live").some((task) => task.type === "live" && task.task.type === "interrupt")).toBe(false);
    driven.press("v", '"/back"', "enter");
    expect(driven.text).toContain("Filter: All");
  });

  test("Esc asks before it cancels, and n continues the run", () => {
    const driven = open().runs().press("escape");
    expect(driven.text).toContain("Cancel the run? It can be resumed later. [y/n]");
    driven.quiet().press("n");
    expect(driven.text).toContain("Codex: thinking");
    const isStopped = () => driven.done("live").some((task) => task.type === "live" && task.task.type === "interrupt");
    expect(isStopped()).toBe(false);
    driven.press("escape").quiet().press("y");
    expect(isStopped()).toBe(true);
    driven
      .ends("cancelled")
      .tell({ type: "concluded", isOfRun: true, journal: "/j.jsonl", report: null, problem: null });
    expect(driven.text).toContain("The run was cancelled. x resumes it.");
  });

  test("an approval is asked in the usual way over the list; keys of the list do not answer it", () => {
    const driven = open().runs().happens(request).press("y", "j");
    expect(driven.text).toContain("rm -rf build");
    expect(driven.text).toContain("octo/shop#42");
    expect(driven.done("live").some((task) => task.type === "live" && task.task.type === "answer")).toBe(false);
    expect(driven.state.live?.composer.buffer.text).toBe("");
    const { asking } = driven.state.live ?? {};
    driven.tell({ type: "live", message: { type: "armed", id: "r1", edition: asking?.guard.edition ?? 0 } });
    driven.press("y");
    expect(driven.done("live").at(-1)).toMatchObject({
      task: { type: "answer", answer: { decision: "once" } },
    });
  });

  test("its end is read from the report; the keys are back after Esc", () => {
    const driven = open().runs().ends("completed");
    expect(driven.done("conclude").at(-1)).toMatchObject({
      comments: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
    });
    driven.tell({
      type: "concluded",
      isOfRun: true,
      journal: "/state/octo-shop-42.jsonl",
      report: null,
      problem: null,
    });
    expect(driven.text).toContain("Codex completed the run. Enter shows it.");
    expect(driven.press("escape").text).not.toContain("completed the run");
    expect(driven.press("x").done("offer")).toHaveLength(2);
  });

  test("leaving asks, ends the run, and waits for that", () => {
    const driven = open().runs().press("q");
    expect(driven.text).toContain("End it and leave? It can be resumed later. [y/n]");
    expect(driven.went).toEqual([]);
    driven.quiet().press("y");
    expect(driven.done("live").at(-1)).toMatchObject({ task: { type: "abort" } });
    expect(driven.went).toEqual([]);
    driven.tell({ type: "live", message: { type: "run-over", failure: null } });
    expect(driven.went).toEqual([{ back: true }]);
  });
});
