import { existsSync } from "node:fs";
import { join } from "node:path";
import { type AgentProcess, codex, familyMembers, until } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endOf, isAlive, LiveStage, said } from "./live-stage.ts";

const free = ["--json", "--sandbox", "danger-full-access", "--approval", "never"];

describe("cancel, with the real Codex", () => {
  let stage: LiveStage;
  beforeAll(async () => {
    stage = await LiveStage.open("cancel");
  });
  afterAll(() => stage.close());

  test("stops a text that is being written: the run ends as cancelled, and can be resumed", async () => {
    const { model } = stage;
    const folder = stage.folder("text");
    model.push([{ partial: "A text that never" }, { hang: true }]);
    const running = stage.start(folder, "run", "please tell me", ...free);
    await running.line((line) => line.includes('"type":"delta"'));
    const { session } = await expectCancelled(stage, folder, running);
    expect(await model.ended(1)).toBe("cut");

    model.push([{ text: "Now to its end." }]);
    expect((await stage.run(folder, "resume", session, "--yes")).code).toBe(0);
    const asked = model.requests.filter(({ number }) => number !== null);
    expect(asked).toHaveLength(2);
    expect(asked[1] && said(asked[1]).filter((message) => message === "please tell me")).toHaveLength(1);
  });

  test("with --dry-run stops nothing, and without it a command that runs: nothing of it lives on", async () => {
    const folder = stage.folder("command");
    const running = await inCommand(stage, folder);
    const { session, run } = await stage.runIn(folder);
    const told = await stage.run(folder, "cancel", session, "--dry-run", "--json");
    expect([told.code, told.events]).toEqual([0, [{ session, run, isAsked: false }]]);
    expect(await stage.runIn(folder)).toMatchObject({ status: "running" });
    expect(isAlive(running.pid)).toBe(true);
    await expectCancelled(stage, folder, running);
  });

  test("has nothing to do where no run of Reprise is: 3, and who runs goes on", async () => {
    const folder = stage.folder("others");
    stage.model.push({ match: "not ours", actions: [{ partial: "Of somebody else" }, { hang: true }] });
    const other = stage.home.spawnTurn({ prompt: "not ours", cwd: folder });
    const thread = await until(() => codex.sessionId(other), { what: "its thread" });
    const told = await until(
      async () => {
        const ended = await stage.run(folder, "cancel", `codex:${thread}`);
        return ended.stderr.includes("nothing to cancel") ? ended : null;
      },
      { what: "the session to be found" },
    );
    expect([told.code, told.stdout]).toEqual([3, ""]);
    expect(told.stderr).toContain(`No Reprise process is running codex:${thread}: nothing to cancel`);
    expect((await stage.run(folder, "cancel", `codex:${thread}`, "--dry-run")).code).toBe(3);
    expect(isAlive(other.pid)).toBe(true);
    expect((await stage.run(folder, "cancel", "codex:none-such")).code).toBe(3);
  });

  test("--dry-run and cancel say the same of a session that was ours and is now live in another program", async () => {
    const folder = stage.folder("passed-on");
    stage.model.push([{ text: "Done here." }]);
    const ours = await stage.run(folder, "run", "begin with us", ...free);
    expect(ours.code).toBe(0);
    const { session } = await stage.runIn(folder);
    const match = "go on elsewhere";
    stage.model.push({ match, actions: [{ partial: "Elsewhere now" }, { hang: true }] });
    const resume = session.replace("codex:", "");
    const other = stage.home.spawnTurn({ prompt: match, cwd: folder, resume });
    await until(
      async () => {
        const { stdout } = await stage.run(folder, "status", "--all", "--json");
        return stdout.includes(session) && stdout.includes('"working"');
      },
      { what: "the session to be live" },
    );
    for (const flags of [["--dry-run"], []]) {
      const told = await stage.run(folder, "cancel", session, ...flags);
      expect([told.code, told.stdout]).toEqual([3, ""]);
      expect(told.stderr).toContain(`No Reprise process is running ${session}: nothing to cancel.`);
    }
    expect(isAlive(other.pid)).toBe(true);
  });
});

async function inCommand(stage: LiveStage, folder: string): Promise<AgentProcess> {
  const started = join(folder, "started.txt");
  const call = codex.shellCall(`(echo started > ${started}; sleep 300; true); true`);
  stage.model.push([{ call }]);
  const running = stage.start(folder, "run", "please take long", ...free);
  await until(() => existsSync(started), { what: "the command to start" });
  return running;
}

/** Cancels the run of the folder and looks at all that is left of it. */
async function expectCancelled(stage: LiveStage, folder: string, running: AgentProcess) {
  const { session, run } = await stage.runIn(folder);
  const told = await stage.run(folder, "cancel", session, "--json");
  expect([told.code, told.events]).toEqual([0, [{ session, run, isAsked: true }]]);
  const { code, events } = await endOf(running);
  expect(code).toBe(1);
  expect(events.filter(({ type }) => type === "turn-ended")).toMatchObject([{ state: "interrupted", failure: null }]);
  expect(events.at(-1)).toMatchObject({ type: "done", session, state: "cancelled" });
  expect(familyMembers()).toEqual([]);
  const left = await stage.runIn(folder);
  expect(left).toMatchObject({ status: "cancelled", failure: null });
  const again = await stage.run(folder, "cancel", session);
  expect([again.code, again.stdout]).toEqual([3, ""]);
  expect(again.stderr).toContain(`No Reprise process is running ${session}: nothing to cancel.`);
  return left;
}
