import type { Ailment, RestorePlan, Timestamp } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { Driven } from "../../../test/support/drive.ts";
import { busyPlan, handoffPlan, refusedPlan, resumePlan, summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import { begin, restoreScreen } from "./index.ts";

const session = summary("a", { workspace: "/home/me/gone" });

function shown(plan: RestorePlan, columns: number, rows = 24) {
  const opening = { screen: "restore", session, modes: ["resume"], isStepwise: false, plan: null } as const;
  const driven = new Driven(restoreScreen, begin(opening, testWorld()), { columns, rows });
  return driven.tell({ type: "planned", request: 0, plan, at: "2026-11-15T12:00:00.000Z" as Timestamp });
}

const refused = (reason: RestorePlan["refusals"][number]["reason"], detail: string): RestorePlan =>
  refusedPlan({
    settings: { ...resumePlan().settings, cwd: "/home/me/gone" },
    refusals: [{ mode: "resume", reason, detail }],
  });

const gone = refused("folder-missing", "/home/me/gone no longer exists. Choose another folder.");
const lost = refused("thread-missing", "No rollout of this thread was found in /home/me/.codex.");

describe.each([40, 80, 200])("refused, at %i columns", (columns) => {
  test.each([
    ["a live owner in another program", busyPlan()],
    ["a folder that is gone", gone],
    ["a thread that is gone", lost],
  ])("%s: the reason, what to do, and the next mode one key away", (_, plan) => {
    const driven = shown(plan, columns, columns === 40 ? 30 : 24);
    const whole = driven.text.replaceAll(/\s+/g, " ");
    for (const { detail } of plan.refusals) expect(whole).toContain(detail);
    expect(whole).toContain("→ ");
    expect(whole).toContain("Resume Not possible");
    const footer = driven.text.split("\n").at(-1) ?? "";
    expect(footer).toContain(" m  Replay");
    expect(footer).toContain(" q  back");
    expect(footer).not.toContain(" Enter ");
    expect(driven.press("enter").went).toEqual([]);
    const asked = driven.press("m").tasks.at(-1);
    expect(asked).toMatchObject({ type: "plan", wish: { modes: ["replay"] } });
  });
});

test("a folder that is gone, at 80×24", () => {
  expect(shown(gone, 80).text).toMatchInlineSnapshot(`
    "Resume: Fix the flaky test
    codex:a · interrupted
    Agent     codex
    Folder    /home/me/gone (recorded; "." takes /home/me/shop)
    Turns     4 (all)

    Can't resume
      /home/me/gone no longer exists. Choose another folder.
        → Press "." to continue in this folder, or put the folder back and press r.

    You can
      m  Replay
      t  another agent
      .  another folder: /home/me/shop
      v  view the session
      r  plan again

    Settings
      model: gpt-5.2-codex
      sandbox: workspace-write (may change files in this folder)
      approvals: on-request (asks when it needs more than the sandbox allows)

     Resume  Not possible, as shown above. m: Replay instead.
     q  back   m  Replay   r  again   t  agent   .  folder   v  view   ?  help"
  `);
});

test("a thread that is gone, at 40×24", () => {
  expect(shown(lost, 40).text).toMatchInlineSnapshot(`
    "Resume: Fix the flaky test   1–19 / 23 ↓
    codex:a · interrupted
    Agent     codex
    Folder    /home/me/gone (recorded; "."
              takes /home/me/shop)
    Turns     4 (all)

    Can't resume
      No rollout of this thread was found in
      /home/me/.codex.
        → m: Replay does not need that.

    You can
      m  Replay
      t  another agent
      .  another folder: /home/me/shop
      v  view the session
      r  plan again

    Settings
      model: gpt-5.2-codex

     Resume  Not possible, as shown above. …
     q  back   m  Replay   ?  more"
  `);
});

test("open in another program, at 200×20: as at 80, and the place at the far end", () => {
  const [head, ...rest] = shown(busyPlan(), 200, 20).text.split("\n");
  expect(head).toBe(`${"Resume: Fix the flaky test".padEnd(189)}1–15 / 19 ↓`);
  expect(rest).toEqual(shown(busyPlan(), 80, 20).text.split("\n").slice(1));
});

test("where the agent is not on this machine a brief is left, and t tells another agent", () => {
  const missing = { reason: "agent-missing", detail: "Codex cannot be started." } as const;
  const refusals = (["resume", "replay"] as const).map((mode) => ({ mode, ...missing }));
  const driven = shown(handoffPlan({ refusals }), 80);
  expect(driven.text).toContain("→ Install the agent, then r. Or t: another agent.");
  expect(driven.text.split("\n").at(-1)).toContain(" t  agent");
  const asked = driven.press("t").tasks.at(-1);
  expect(asked).toMatchObject({ type: "plan", wish: { modes: ["replay"], to: "claude" } });
  expect(shown(handoffPlan(), 80).press("t").text).toContain("A brief is for any agent");
});

test("a resume that is known to fail says so first and beside Enter, and m replays it", () => {
  const ailment: Ailment = {
    kind: "nul",
    onResume: "sent",
    file: "/home/me/.codex/a.jsonl",
    line: 12,
    byteOffset: 9,
    detail: "Here stands a text with a NUL character. A cleaned copy leaves it out.",
  };
  const driven = shown(resumePlan({ ailments: [ailment] }), 100);
  const lines = driven.text.split("\n").map((line) => line.trimEnd());
  const at = lines.indexOf("Expected to fail");
  expect(lines.indexOf("Settings")).toBeGreaterThan(at);
  expect(lines.slice(at + 1, at + 4).join(" ")).toContain("/home/me/.codex/a.jsonl:12 nul (models refuse it): Here");
  expect(driven.text).toContain("Replay continues in a new session without that.");
  expect(driven.text).toContain("expected to fail, as shown above. m: Replay instead.");
  expect(driven.text).not.toContain("Problems in the session");
  expect(driven.press("m").tasks.at(-1)).toMatchObject({ type: "plan", wish: { modes: ["replay"] } });
  expect(shown(resumePlan({ ailments: [ailment] }), 100).press("enter").went).toHaveLength(1);
});
