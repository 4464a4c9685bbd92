import {
  activityAfter,
  noActivity,
  type ProjectActivity,
  type ProjectControls,
  type ProjectEvent,
  type ProjectView,
  type Timestamp,
} from "@reprise/model";
import { samplePermissions, sampleProject, sampleRound } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { synthetic } from "../../../test/support/synthetic-session.ts";
import { testWorld } from "../../../test/support/world.ts";
import { widthOf } from "../../text/width.ts";
import { begin, projectScreen } from "./index.ts";
import type { Message, State, Task } from "./state.ts";

const now = "2026-11-17T10:05:00.000Z" as Timestamp;
const session = synthetic(3, (turn) => [{ kind: "reply", text: `Reply of turn ${turn}.` }]);
const world = testWorld({ library: session.library });

class Opened extends Driven<State, Message, Task> {
  /** Performs what the history asks for. */
  async read(): Promise<this> {
    for (let task = this.tasks.findIndex(isRead); task >= 0; task = this.tasks.findIndex(isRead)) {
      const [read] = this.tasks.splice(task, 1);
      if (read)
        await projectScreen.perform(read, world, (message) => void this.tell(message), new AbortController().signal);
    }
    return this;
  }

  get last(): Task | undefined {
    return this.tasks.findLast(({ type }) => type !== "viewer" && type !== "tick" && type !== "wait");
  }
}

function isRead(task: Task): boolean {
  return task.type === "viewer" && task.task.type === "load";
}

const viewed = (view: ProjectView): Message => ({ type: "view", view, session: session.session, now });

/** Open, read, and ready for keys. */
async function open(given: Partial<ProjectView> = {}, size = { columns: 80, rows: 24 }): Promise<Opened> {
  const view = sampleProject(given);
  const route = { kind: "open", path: view.path, wish: undefined } as const;
  const driven = new Opened(projectScreen, begin(route, world), size);
  driven.tell(viewed(view));
  return quiet(await driven.read());
}

function quiet(driven: Opened): Opened {
  return driven.tell({ type: "quiet", edition: driven.state.guard.edition });
}

const controls: ProjectControls = {
  interrupt: async () => {},
  continueRound: async () => {},
  stop: async () => {},
  end: async () => {},
};

const events = (...all: ProjectEvent[]): ProjectActivity => all.reduce(activityAfter, noActivity);
const roundStarted: ProjectEvent = { type: "round-started", number: 3, current: 1, total: 10 };
const turnStarted: ProjectEvent = { type: "turn-started", turn: null };
const working = (activity: ProjectActivity): Message => ({ type: "working", activity, hasNews: false });

async function running(size = { columns: 80, rows: 24 }): Promise<Opened> {
  const driven = (await open({}, size)).press("enter");
  driven.tell({ type: "started", path: "/p", controls });
  const round = sampleRound(3, { current: 1, outcome: null, endedAt: null, tokens: null, commits: null });
  driven.tell(viewed(sampleProject({ state: "running", rounds: [sampleRound(1), sampleRound(2), round] })));
  return driven.tell(working(events(roundStarted, turnStarted, { type: "usage", tokens: 1234, isOfThread: true })));
}

describe("a project that nobody works on", () => {
  test("shows its rounds, its history, and what can be done next", async () => {
    const driven = await open();
    expect(driven.text).toContain("Port the parser");
    expect(driven.text).toContain("out of rounds · Round 2/10");
    expect(driven.text).toMatch(/1=+│2=+/);
    expect(driven.text).toContain("+1 12k");
    expect(driven.text).toContain("Reply of turn 3.");
    expect(driven.text).toContain("› Iterate 10 more rounds");
    expect(driven.tasks.some(({ type }) => type === "resume")).toBe(false);
  });

  test.each([
    ["escape", { back: true }],
    ["ctrl+c", { back: true }],
    ["q", { back: true }],
  ])("%s leaves without doing anything", async (key, go) => {
    const driven = (await open()).press(key);
    expect(driven.went).toEqual([go]);
    expect(driven.last?.type).toBe("view");
  });

  test("Enter iterates; the arrows and Ctrl-N and Ctrl-P choose", async () => {
    const driven = (await open()).press("down", "ctrl+n", "up", "ctrl+p", "enter");
    expect(driven.last).toMatchObject({ type: "resume", wish: { rounds: 10 } });
    const other = (await open()).press("down", "enter");
    expect(other.went).toEqual([{ back: true }]);
  });

  test("an Enter that was pressed before the actions could be read does nothing", async () => {
    const view = sampleProject();
    const driven = new Opened(projectScreen, begin({ kind: "open", path: view.path }, world));
    driven.press("enter").tell(viewed(view)).press("enter");
    expect(driven.tasks.some(({ type }) => type === "resume")).toBe(false);
    expect(driven.text).toContain("Press Enter again");
    expect(driven.text).toContain("› Iterate 10 more rounds");
    expect(driven.bright).not.toContain("Iterate 10 more rounds");
    expect(driven.bright).toContain("Return");
    expect(quiet(driven).bright).toContain("› Iterate 10 more rounds");
    expect(driven.press("enter").last?.type).toBe("resume");
  });

  test("an unfinished round is continued", async () => {
    const kind = "continue-round";
    const next = { kind, rounds: 3, refusal: null, permissions: samplePermissions } as const;
    const rounds = [sampleRound(1), sampleRound(2, { outcome: null, endedAt: null })];
    const driven = await open({ state: "interrupted", unfinishedRound: 2, rounds, next });
    expect(driven.text).toContain("› Continue & iterate 3 more rounds");
    expect(driven.text).toContain("Permissions: workspace-write, approvals never (as in the last round)");
    expect(driven.text).toMatch(/│2\?+/);
  });

  test("what the rounds may do is shown when work starts, also of a new project", async () => {
    const driven = await running();
    driven.tell({ type: "permitted", permissions: { ...samplePermissions, source: "named" } });
    expect(driven.text).toContain("Permissions: workspace-write, approvals never (as you named them)");
  });

  test("one that cannot be continued says why, and offers nothing else", async () => {
    const refusal = "Its log is damaged: line 3.";
    const next = { kind: "new-rounds", rounds: 10, refusal, permissions: null } as const;
    const driven = await open({ next });
    expect(driven.text).toContain("Its log is damaged: line 3.");
    expect(driven.text).not.toContain("Iterate");
    expect(driven.press("enter").went).toEqual([{ back: true }]);
    expect((await open({ next, rounds: [] })).text).toContain("No round has started.");
  });

  test("history is scrolled and searched while actions can be chosen", async () => {
    const driven = (await open()).press("s", '"turn 2"');
    expect(driven.text).toContain("Search: turn 2");
    driven.press("q", "escape");
    expect(driven.went).toEqual([]);
    driven.press("home");
    expect((await driven.read()).text).toContain("Reply of turn 1.");
  });

  test("what cannot be read is said", async () => {
    const driven = new Opened(projectScreen, begin({ kind: "open", path: "/p" }, world));
    driven.tell({ type: "not-opened", reason: "There is no project at /p." });
    expect(driven.text).toContain("There is no project at /p.");
    expect(driven.press("escape").went).toEqual([{ back: true }]);
  });
});

describe("while rounds run", () => {
  test("says the round, what happens, how long, how many tokens and what is next", async () => {
    const driven = await running();
    expect(driven.text).toContain("running · Round 1/10");
    expect(driven.text).toContain("Round 1/10 · thinking · 5 min 00 s · 1,234 tokens");
    expect(driven.text).toContain("Next: the lexer");
    expect(driven.text).toMatch(/3>+ ·{9}/);
    expect(driven.text).not.toContain("Iterate");
    driven.tell({ type: "clock", now: "2026-11-17T10:06:00.000Z" as Timestamp });
    expect(driven.text).toContain("6 min 00 s");
  });

  test("Esc interrupts, then asks; continue goes on with the same round", async () => {
    const driven = (await running()).press("escape");
    expect(driven.last).toEqual({ type: "control", controls, what: "interrupt" });
    driven.tell(working(events(roundStarted, turnStarted, { type: "round-paused", number: 3 })));
    expect(driven.text).toContain("The round is paused.");
    expect(driven.text).not.toContain("Interrupting");
    expect(driven.text).toContain("› Continue the round");
    expect(driven.press("escape").went).toEqual([]);
    quiet(driven).press("enter");
    expect(driven.last).toEqual({ type: "control", controls, what: "continueRound" });
    driven.tell(working(events(roundStarted, turnStarted)));
    expect(driven.text).toContain("Round 1/10 · thinking");
  });

  test("stop ends the work, and what can be done next is offered again", async () => {
    const driven = (await running()).press("escape");
    driven.tell(working(events(roundStarted, { type: "round-paused", number: 3 })));
    quiet(driven).press("down", "enter");
    expect(driven.last).toEqual({ type: "control", controls, what: "stop" });
    const end: ProjectEvent = { type: "project-ended", state: "stopped", rounds: 3, reason: null };
    driven.tell(working(events(roundStarted, end))).tell({ type: "ended", path: "/p" });
    expect(driven.text).toContain("Stopped after 3 rounds.");
    expect(driven.text).toContain("› Iterate 10 more rounds");
    expect(driven.went).toEqual([]);
  });

  test("Ctrl-C twice ends the work and leaves when it has ended", async () => {
    const driven = (await running()).press("ctrl+c", "ctrl+c");
    expect(driven.last).toEqual({ type: "control", controls, what: "end" });
    expect(driven.went).toEqual([]);
    expect(driven.tell({ type: "ended", path: "/p" }).went).toEqual([{ back: true }]);
  });

  test("a screen that is closed ends the work", async () => {
    const ended: string[] = [];
    const driven = await running();
    const watched = { ...controls, end: async () => void ended.push("end") };
    projectScreen.leave?.({ ...driven.state, controls: watched }, world);
    expect(ended).toEqual(["end"]);
  });

  test("a wait says why and until when", async () => {
    const until = "2026-11-17T18:00:00.000Z" as Timestamp;
    const failure = { kind: "limit", message: "Out of credits.", resetsAt: until } as const;
    const driven = await running({ columns: 120, rows: 40 });
    driven.tell(working(events(roundStarted, { type: "parked", number: 3, until, failure })));
    expect(driven.text).toContain("parked · Round 1/10");
    expect(driven.text).toContain("Out of credits. Parked until 2026-11-17");
  });

  test("a project that cannot be started says why", () => {
    const wish = { goal: "Port it", cwd: "/w", agent: "codex", settings: {}, rounds: 2 } as const;
    const driven = new Opened(projectScreen, begin({ kind: "start", wish }, world));
    expect(driven.tasks[0]).toEqual({ type: "start", wish });
    expect(driven.text).toContain("Port it");
    driven.tell({ type: "not-started", reason: "There is no agent codex." });
    expect(driven.text).toContain("There is no agent codex.");
    expect(driven.press("escape").went).toEqual([{ back: true }]);
  });

  test.each([
    [30, 8],
    [80, 24],
    [120, 40],
    [12, 4],
    [5, 2],
  ])("fits into %i×%i, with the newest reply where there is room", async (columns, rows) => {
    const driven = await running({ columns, rows });
    for (const one of [driven, await open({}, { columns, rows })]) {
      const lines = (await one.read()).text.split("\n");
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    if (columns >= 30) expect(driven.text).toContain("Reply of turn 3.");
  });
});

describe("a project that another process works on", () => {
  const elsewhere = { state: "running", owner: { pid: 7, program: "reprise", terminal: null } } as const;

  test("is shown with its owner, and without actions but to return", async () => {
    const driven = await open(elsewhere, { columns: 120, rows: 24 });
    expect(driven.text).toContain("reprise (process 7) works on this project.");
    expect(driven.text).not.toContain("Iterate");
    expect(driven.press("enter").went).toEqual([{ back: true }]);
  });

  test("is looked at again and again, until it ends", async () => {
    const driven = await open(elsewhere);
    expect(driven.tasks.some(({ type }) => type === "tick")).toBe(true);
    driven.tell({ type: "clock", now });
    expect(driven.last?.type).toBe("view");
    driven.tell(viewed(sampleProject()));
    expect(driven.text).toContain("› Iterate 10 more rounds");
  });
});
