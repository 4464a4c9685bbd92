import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { usualWish } from "@reprise/model";
import { makeScratch } from "@reprise/testkit";
import { expect, it, onTestFinished } from "vitest";
import type { NewRecord } from "../../src/projects/log/log-record.ts";
import { newProgressFile } from "../../src/projects/progress-file/new-progress-file.ts";
import { eventsOf, linesOf, openIn, openProjectStage } from "./project-stage.ts";
import { ours } from "./sample-records.ts";

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

  // What the system refuses is said in words.
  rmSync(join(run.path, "reprise.lock"), { force: true });
  mkdirSync(join(run.path, "reprise.lock"));
  await expect(lost.projects.resume(run.path, { settings: {}, rounds: 1 })).rejects.toMatchObject({
    code: "not-saved",
    message: expect.stringMatching(/reprise\.lock cannot be made or used as a lock/),
  });
  rmdirSync(join(run.path, "reprise.lock"));
  const file = join(stage.workspace, "work.txt");
  await expect(lost.projects.start({ ...wish, cwd: file })).rejects.toMatchObject({ code: "not-saved" });

  // A process with the number of a dead owner does not work on it.
  const other = spawn("sleep", ["60"]);
  onTestFinished(() => void other.kill());
  writeFileSync(
    join(run.path, "reprise.lock.owner"),
    JSON.stringify({ pid: other.pid, program: "reprise", terminal: null }),
  );
  expect(await lost.projects.view(run.path)).toMatchObject({ state: "interrupted", owner: null });
}, 120_000);

it("another agent gets the sandbox of the last one and nothing else of it; a count beyond its total is no damage", async () => {
  const scratch = await makeScratch("project-other-agent");
  onTestFinished(scratch.remove);
  const missing = { REPRISE_CODEX_BIN: "/nowhere/codex", REPRISE_CLAUDE_BIN: "/nowhere/claude" };
  const { projects, close } = await openIn({ HOME: scratch.home, ...missing });
  onTestFinished(close);
  const path = join(scratch.workspace, ".reprise/projects/2026/11/17/1");
  const log = join(path, "rounds.jsonl");
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "MAIN.md"), newProgressFile({ goal: "g", gitCommit: null, gitBranch: null }));
  const settings = { model: "m", approvalPolicy: "never", sandbox: "read-only" };
  const started: readonly NewRecord[] = [
    { type: "project-started", goal: "g", progressFile: "MAIN.md", agent: "codex", settings },
    { type: "round-started", number: 1, current: 5, total: 1, gitCommit: null },
  ];
  writeFileSync(log, started.map(ours).join(""));
  await eventsOf(await projects.resume(path, { agent: "claude", settings: {}, rounds: 3 }));
  expect(linesOf(log).slice(2)).toMatchObject([{ type: "project_resumed", rounds: 1, agent: "claude" }]);
  expect(linesOf(log)[2]?.settings).toEqual({ sandbox: "read-only" });
  expect(await projects.view(path)).toMatchObject({ state: "interrupted", unfinishedRound: 1 });
});
