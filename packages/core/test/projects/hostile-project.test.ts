import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usualWish } from "@reprise/model";
import { expect, it, onTestFinished } from "vitest";
import { eventsOf, openIn, openProjectStage } from "./project-stage.ts";

it("no resume gives more than the last round had, and none gives up a thread that a person can free", async () => {
  const stage = await openProjectStage("project-wider", { rounds: 0 });
  onTestFinished(stage.close);
  const config = join(stage.env.CODEX_HOME ?? "", "config.toml");
  const configured = readFileSync(config, "utf8").replace(/^sandbox_mode.*\n/gm, "");
  const sandboxIs = (word: string) => writeFileSync(config, `sandbox_mode = "${word}"\n${configured}`);
  const first = await stage.open();
  sandboxIs("read-only");
  stage.model.push([{ text: "Done." }]);
  const wish = { goal: "Look", cwd: stage.workspace, agent: "codex", settings: {}, rounds: 1 };
  const run = await first.projects.start(wish);
  await eventsOf(run);
  sandboxIs("danger-full-access");
  stage.model.push([{ text: "Done." }]);
  stage.model.push([{ partial: "Half", chunks: 1 }, { hang: true }]);
  const second = await first.projects.resume(run.path, { settings: {}, rounds: 2 });
  for await (const { event } of second.events()) if (event.type === "delta" && event.text === "Half") break;
  await second.controls.end();
  for (const { session } of (await first.projects.view(run.path)).rounds)
    expect((await first.runner.plan(session ?? "", usualWish)).settings.sandbox).toBe("read-only");
  await first.close();

  // Without its agent the round is left as it is.
  const lines = stage.log().length;
  const lost = await openIn({ ...stage.env, REPRISE_CODEX_BIN: "/nowhere/codex" });
  onTestFinished(lost.close);
  const third = await lost.projects.resume(run.path, { settings: {}, rounds: 2 });
  expect((await eventsOf(third)).at(-1)).toMatchObject({ type: "project-ended", state: "interrupted" });
  expect(
    stage
      .log()
      .slice(lines)
      .map(({ type }) => type),
  ).toEqual(["project_resumed"]);

  // A process with the number of a dead owner does not work on it.
  const other = spawn("sleep", ["60"]);
  onTestFinished(() => void other.kill());
  writeFileSync(join(run.path, "reprise.lock.owner"), JSON.stringify({ pid: other.pid, program: "reprise" }));
  expect(await lost.projects.view(run.path)).toMatchObject({ state: "interrupted", owner: null });
}, 120_000);
