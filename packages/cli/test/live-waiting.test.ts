import { existsSync } from "node:fs";
import { join } from "node:path";
import { codex } from "@reprise/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LiveStage } from "./live-stage.ts";

let stage: LiveStage;
let folder: string;
beforeEach(async () => {
  stage = await LiveStage.open("live-waiting");
  folder = stage.folder("work");
});
afterEach(() => stage.close());

const cmd = "touch ran.txt";

test("a run killed while it asks: every command says that the command was not run", async () => {
  const escalated = { cmd, sandbox_permissions: "require_escalated", justification: "To see." };
  stage.model.push([{ call: { name: codex.shellCall(cmd).name, arguments: escalated } }]);
  const args = ["run", "do it", "--sandbox", "read-only", "--approval", "on-request"];
  const pty = stage.openApp(folder, { args, rows: 40 });
  await pty.shows("Allow?");
  const run = await stage.runIn(folder, ({ pending }) => pending.length === 1);
  await stage.kill(run);
  expect(existsSync(join(folder, "ran.txt"))).toBe(false);

  const said = async (...words: string[]) => {
    const { stdout, stderr } = await stage.run(folder, ...words);
    expect(`${stdout}${stderr}`, words.join(" ")).not.toMatch(/outcome unknown|may have run|partly run|begun to print/);
    return stdout;
  };
  const notRun = "not run, waiting for approval";
  expect(await said("show", run.session)).toContain(`$ ${cmd}  (${notRun})`);
  expect(await said("export", run.session, "--format", "markdown")).toContain(`### Command · ${notRun}`);
  expect(await said("export", run.session, "--format", "html")).toContain(notRun);
  expect(await said("search", "touch")).toContain(`turn 1 · command, ${notRun}`);
  expect(await said("status")).toMatch(/unfinished work:\n.*touch ran\.txt: not done/);
  const commands = (await stage.turns(run.session)).flatMap(({ items }) =>
    items.filter(({ kind }) => kind === "command"),
  );
  expect(commands).toMatchObject([{ command: cmd, output: null, exitCode: null, status: "waiting" }]);
  const plan = JSON.parse(await said("resume", run.session, "--dry-run", "--json"));
  expect(plan.unfinished).toMatchObject([{ kind: "command", subject: cmd, outcome: "not-done" }]);
  expect(plan.recap).toContain(`\`${cmd}\`: not done (it was waiting for approval`);
  const brief = await said("handoff", run.session);
  expect(brief).toContain(`## Open\n- not run, waiting for approval: command \`${cmd}\` in`);
  expect(brief).toContain(`Command, not run, waiting for approval: \`${cmd}\``);
  expect(brief).toContain("Open: turn 1 (interrupted), 1 waiting for approval, not run. ");
  expect(brief).toContain("1 turn, 1 command (1 not run), 0 edits.");
  expect(brief).not.toMatch(/## Commands|unfinished/);
  const replay = JSON.parse(await said("replay", run.session, "--dry-run", "--json"));
  expect(replay.unfinished).toMatchObject([{ outcome: "not-done" }]);
}, 120_000);
