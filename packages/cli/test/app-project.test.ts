import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PtyProgram } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectGivenBack } from "./app-stage.ts";
import { ProjectStage } from "./project-stage.ts";

let stage: ProjectStage;
beforeAll(async () => {
  stage = await ProjectStage.open("app-project");
});
afterAll(() => stage.close());

const sandbox = ["--sandbox", "danger-full-access"];

function app(columns: number, rows: number, ...args: string[]): PtyProgram {
  return stage.live.openApp(stage.workspace, { args: ["project", ...args], columns, rows });
}

const started = () => stage.log().filter(({ type }) => type === "round_started").length;
const threads = () => stage.log().flatMap(({ thread_id }) => (thread_id ? [thread_id] : []));

describe("projects in the app, with the real Codex", () => {
  test("start shows round after round until the goal is met, then offers more", async () => {
    stage.plays(3);
    const pty = app(80, 24, "start", ...sandbox, "Two steps, please");
    await pty.shows("› Iterate 10 more rounds");
    await pty.shows("Goal met after 3 rounds.");
    await pty.shows(/goal met · Round 3\/10/);
    await pty.shows("The step is done.");
    expect(pty.text()).toMatch(/1=+│2=+│3✓+/);
    pty.press("home");
    await pty.shows("Two steps");
    pty.press("escape");
    await expectGivenBack(pty, 0);
    expect(pty.raw()).toContain(`To continue: reprise project resume ${stage.folder}`);
  });

  test("Esc interrupts the round and asks; it continues in the same thread", async () => {
    stage.restart();
    stage.live.model.push([{ partial: "Thinking about it", chunks: 1 }, { hang: true }]);
    const pty = app(120, 40, "start", "--rounds", "1", ...sandbox, "Pause here");
    await pty.shows(/Round 1\/1 · (?:thinking|writing)/);
    pty.press("escape");
    await pty.shows("The round is paused.");
    stage.plays(1);
    await pty.shows("› Continue the round");
    await choose(pty, "› Iterate 10 more rounds");
    await pty.shows(/out of rounds · Round 1\/1/);
    expect(new Set(threads()).size).toBe(1);
    pty.type("q");
    await expectGivenBack(pty, 0);
  });

  test("Ctrl-C twice leaves the round, and resume continues its thread", async () => {
    stage.restart();
    stage.live.model.push([{ partial: "Thinking about it", chunks: 1 }, { hang: true }]);
    const pty = app(80, 24, "start", "--rounds", "2", ...sandbox, "Leave it");
    await pty.shows(/Round 1\/2 · (?:thinking|writing)/);
    pty.press("ctrl+c");
    await pty.shows(/paused|Interrupting/);
    pty.press("ctrl+c");
    await expectGivenBack(pty, 0);
    const left = stage.folder;
    expect(pty.raw()).toContain(`To continue: reprise project resume ${left}`);
    const status = await stage.live.run(stage.workspace, "status");
    expect(status.stdout).toContain("Nothing interrupted or running"); // it was left on purpose
    stage.plays(2);
    const again = app(120, 40, "resume", left);
    await again.shows("› Continue & iterate 2 more rounds");
    const before = threads();
    await choose(again, "All 2 rounds are used.");
    expect(threads()[0]).toBe(before[0]);
    expect([started(), new Set(threads()).size]).toEqual([2, 2]);
    again.press("ctrl+c");
    await expectGivenBack(again, 0);
  });

  test("without a path projects are chosen from a list, also on a small screen; a damaged one says why", async () => {
    const damaged = join(stage.workspace, ".codexpotter", "projects", "2026", "01", "02", "1");
    mkdirSync(damaged, { recursive: true });
    writeFileSync(join(damaged, "MAIN.md"), "---\nstatus: open\n---\n# Overall Goal\n\nAn old goal\n");
    appendFileSync(join(damaged, "potter-rollout.jsonl"), '{"type":"round_finished","outcome":{"type":"completed"}}\n');
    const pty = app(30, 8, "resume");
    await pty.shows("Two steps");
    pty.type("/old goal");
    await pty.shows("› damaged");
    pty.press("enter");
    await pty.shows(/It cannot be opened/);
    pty.press("escape");
    await pty.shows("goal met");
    pty.type("/Leave");
    await pty.shows(/› out of rounds/);
    pty.press("enter");
    await pty.shows(/Iterate 10 more/);
    pty.resize(120, 40);
    await pty.shows(/Permissions: .*approvals never/);
    pty.press("escape");
    await pty.shows("Search: Leave");
    pty.press("escape");
    await pty.shows("goal met");
    pty.press("escape");
    await pty.shows("q quits.");
    pty.type("q");
    await expectGivenBack(pty, 0);
  });
});

/** An Enter that comes too early to have been meant is pressed again. */
async function choose(pty: PtyProgram, until: string): Promise<void> {
  for (;;) {
    pty.press("enter");
    await pty.shows(new RegExp(`${until}|Press Enter again`));
    if (pty.text().includes(until)) return;
    await new Promise((resolve) => setTimeout(resolve, 350));
  }
}
