import type { PlanOf, RestorePlan, RunId, Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import {
  bomb,
  busyPlan,
  dangerous,
  drift,
  forkPlan,
  handoffPlan,
  replayPlan,
  request,
  resumePlan,
  summary,
  widerPlan,
} from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { makeTheme } from "../../kernel/theme.ts";
import { widthOf } from "../../text/width.ts";
import { begin, restoreScreen } from "./index.ts";

const session = summary("a");

function shown(plan: RestorePlan, columns = 80, rows = 24) {
  const opening = { screen: "restore", session, modes: ["resume"], isStepwise: false, plan: null } as const;
  const driven = new Driven(restoreScreen, begin(opening, testWorld()), { columns, rows });
  return driven.tell({ type: "planned", request: 0, plan, at: "2026-11-15T12:00:00.000Z" as Timestamp });
}

const drifted = resumePlan({
  drift: [
    drift({
      kind: "setting",
      subject: "model",
      recorded: "gpt-5.1-codex",
      now: "gpt-5.2-codex",
      note: "Codex compacts the history for another model: one paid call before the turn.",
    }),
    drift(),
    drift({
      kind: "file",
      subject: "src/cart.ts",
      recorded: "edited by the session",
      now: "changed since",
    }),
  ],
  approvals: [{ hash: "h", subject: "npm test", source: "saved" as const }],
  unfinished: [{ item: "1", kind: "command", subject: "make", outcome: "unknown", evidence: "no result was recorded" }],
  recap: "The command make was interrupted; its outcome is unknown.",
});

const everything = (text: string): RestorePlan =>
  replayPlan({
    lost: [text],
    prompt: text,
    brief: text,
    owner: { pid: 1, program: text, terminal: null },
    continues: "run-9" as RunId,
    approvals: [{ hash: "h", subject: text, source: "saved" as const }],
    pending: [request({ subject: text, reason: text })],
    unfinished: [{ item: "1", kind: "edit", subject: text, outcome: "partly-done", evidence: text }],
    unchecked: [text],
    drift: [drift({ kind: "tool", subject: text, recorded: text, now: null, note: text })],
    ailments: [{ kind: "nul", onResume: null, file: text, line: 1, byteOffset: 0, detail: text }],
    refusals: [{ mode: "resume", reason: "other", detail: text }],
    settings: { ...resumePlan().settings, model: text },
  });

const shapes: Readonly<Record<string, RestorePlan>> = {
  drifted,
  replay: replayPlan({ segments: manySegments(45), tokens: 45_000 }),
  fork: forkPlan(),
  handoff: handoffPlan({ brief: `Restore this session:\n${"long line of words ".repeat(40)}\n\ttabs` }),
  busy: busyPlan(),
  wider: widerPlan(),
  everything: everything("ordinary words, many of them, in one row ".repeat(5)),
  bomb: everything(bomb.repeat(4)),
};

function manySegments(count: number): PlanOf<"replay">["segments"] {
  return Array.from({ length: count }, (_, index) => ({ number: index + 1, items: ["i"], tokens: 1000 }));
}

describe("pictures at 80×24", () => {
  test("a resume with drift", () => {
    expect(shown(drifted).text).toMatchInlineSnapshot(`
      "Resume: Fix the flaky test                                           1–17 / 28 ↓
      codex:a · interrupted
      Resume    continues in the same thread
      Agent     codex
      Folder    /home/me/shop
      Turns     4 (all)
      Context   about 41,250 tokens
      Sends     nothing until you write a message

      Settings
        model: gpt-5.1-codex → gpt-5.2-codex (Codex compacts the history for another
        model: one paid call before the turn.)
        sandbox: workspace-write (may change files in this folder)
        approvals: on-request (asks when it needs more than the sandbox allows)

      Changes since
        git head: abc1234 → def5678
        src/cart.ts: edited by the session → changed since

      [ ] Reuse 1 saved approval                                                Space
      [x] Send the recap of unfinished work

       Resume
       Enter  Resume   q  back   m  mode   t  agent   v  view   ?  help"
    `);
  });

  test("a replay by segments", () => {
    expect(shown(replayPlan()).tell({ type: "enter-ready", edition: 1 }).text).toMatchInlineSnapshot(`
      "Replay: Fix the flaky test                                           1–18 / 32 ↓
      codex:a · interrupted
      Replay    continues in a new thread that gets the history; the session stays as
                it is
      History   segments: sent in pieces, one paid call each
      Cost      up to 4 paid model calls, about 17,100 tokens of history in all: each
                repeats the history before it and the agent's own instructions, and is
                stopped once it is recorded
      Agent     codex
      Folder    /home/me/shop
      Turns     1–4 of 4
      Context   about 5,700 of 200,000 tokens
      Sends     the history, in 3 segments; nothing until you write a message

      Other ways (n)
        inject: added directly, free
        native: saved as a new session in the agent's own files, free

      Settings
        model: gpt-5.2-codex
      [ ] Ask before each segment (p)                                           Space

       Replay  up to 4 paid model calls, started only by Enter.
       Enter  Replay   q  back   m  mode   n  way   t  agent   v  view   ?  help"
    `);
  });

  test("a refused plan says why, who has it and what else can be done", () => {
    expect(shown(busyPlan()).text).toMatchInlineSnapshot(`
      "Resume: Fix the flaky test
      codex:a · interrupted
      Agent     codex
      Folder    /home/me/shop
      Turns     4 (all)
      Open in   codex (process 7)

      Can't resume
        It is open in codex (process 7). Close it there first.
          → Close it there, then r. Or m: Replay works while it is open.

      You can
        m  Replay
        t  another agent
        v  view the session
        r  plan again

      Settings
        model: gpt-5.2-codex
        sandbox: workspace-write (may change files in this folder)
        approvals: on-request (asks when it needs more than the sandbox allows)

       Resume  Not possible, as shown above. m: Replay instead.
       q  back   m  Replay   r  again   t  agent   v  view   ?  help"
    `);
  });

  test("a handoff", () => {
    expect(shown(handoffPlan()).text).toMatchInlineSnapshot(`
      "Brief: Fix the flaky test
      codex:a · interrupted
      Brief     a text to start a new session from; no agent is contacted
      Turns     1–4 of 4
      Context   24 tokens
      Sends     nothing (Enter puts the brief into the composer of a new codex
                session)

      Brief (24 tokens)
        > Restore this session: codex:a
        > File: /home/me/.codex/sessions/a.jsonl
        > ## Goal
        > Mend it.









       New session
       Enter  New session   q  back   y  copy   v  view   ?  help"
    `);
  });
});

test("at 40 columns the same is said in more lines", () => {
  expect(shown(busyPlan(), 40, 24).text).toMatchInlineSnapshot(`
    "Resume: Fix the flaky test   1–19 / 23 ↓
    codex:a · interrupted
    Agent     codex
    Folder    /home/me/shop
    Turns     4 (all)
    Open in   codex (process 7)

    Can't resume
      It is open in codex (process 7). Close
      it there first.
        → Close it there, then r. Or m:
        Replay works while it is open.

    You can
      m  Replay
      t  another agent
      v  view the session
      r  plan again

    Settings
      model: gpt-5.2-codex

     Resume  Not possible, as shown above. …
     q  back   m  Replay   ?  more"
  `);
});

test("many segments stay in nine rows, and none is left out of the count", () => {
  const driven = shown(shapes.replay as RestorePlan, 160, 48);
  expect(driven.text).toContain(
    "  6: about 1,000 tokens, 1 item\n  … 37 more segments: about 37,000 tokens\n  44: about",
  );
});

describe.each(Object.entries(shapes))("%s", (_, plan) => {
  test.each([
    [40, 24],
    [80, 24],
    [160, 48],
    [200, 10],
    [12, 5],
    [1, 1],
  ])("fits into %i×%i, wherever it is scrolled to", (columns, rows) => {
    const driven = shown(plan, columns, rows);
    for (const key of ["home", "pageDown", "down", "end", "pageDown", "pageUp"]) {
      driven.press(key);
      const { lines } = restoreScreen.view(driven.state, driven.size, makeTheme({ hasColor: true }));
      expect(lines.length).toBeLessThanOrEqual(rows);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  });
});

test("nothing of an agent can act on the terminal", () => {
  const driven = shown(everything(bomb), 400, 120);
  expect(driven.text).toContain("日本語");
  expect(driven.text).not.toMatch(dangerous);
});

test("it scrolls to the end and back, says where it is, and resizing keeps it in bounds", () => {
  const driven = shown(shapes.everything as RestorePlan).press("end");
  const total = Number(/(\d+) \/ (\d+)/.exec(driven.text)?.[2]);
  expect(/(\d+) \/ (\d+)/.exec(driven.text)?.[1]).toBe(String(total));
  driven.resize(160, 100);
  expect(driven.state.top).toBe(0);
  expect(driven.text).not.toMatch(/\d+ \/ \d+/);
  driven.resize(80, 24).wheel(3);
  expect(driven.state.top).toBe(3);
  expect(driven.press("home").state.top).toBe(0);
});

test("the questions are in view wherever the plan is scrolled to", () => {
  const driven = shown({ ...drifted, unchecked: Array.from({ length: 60 }, (_, index) => `thing ${index}`) });
  for (const key of ["home", "end"])
    expect(driven.press(key).text).toMatch(
      /\[ \] Reuse 1 saved approval +Space\n\[x\] Send the recap of unfinished work/,
    );
});

test("in a demo every picture says so", () => {
  const opening = {
    screen: "restore",
    session,
    modes: ["resume"],
    isStepwise: false,
    plan: drifted,
  } as const;
  const driven = new Driven(restoreScreen, begin(opening, testWorld({ isDemo: true })));
  expect(driven.text.split("\n")[0]).toContain("DEMO");
});
