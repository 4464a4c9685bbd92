import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleScript, caseCount, codex, isWhole, spawnAgent } from "@reprise/testkit";
import { expect, it } from "vitest";
import { patch } from "../../codex-driver/actions.ts";
import { AgentStage } from "../agent-stage.ts";

/** `npm run campaign workbench-applies` kills this often, npm test a few times. */
const killCount = caseCount({ campaign: 100, test: 3 });
const victim = new URL("./victim.ts", import.meta.url);

it("killed while a part of an edit is applied: shown as it is, to be undone, and the agent gets the note", {
  timeout: 3_600_000,
}, async () => {
  const stage = await AgentStage.open(codex);
  await stage.end();
  const figures = { applied: 0, proposed: 0 };
  const problems: string[] = [];
  try {
    const { tookMs, ...whole } = await killed(stage, 0, null);
    expect(whole).toEqual({ isApplied: true, problems: [] });
    for (let number = 1; number <= killCount; number += 1) {
      // Half of them before it is applied as a rule, half after.
      const found = await killed(stage, number, ((number - 1) / killCount) * 2 * tookMs);
      figures[found.isApplied ? "applied" : "proposed"] += 1;
      problems.push(...found.problems.map((problem) => `kill ${number}: ${problem}`));
      if (isWhole) process.stderr.write(`${number} of ${killCount}: ${problems.length} problems\n`);
    }
  } finally {
    if (isWhole) process.stderr.write(`${JSON.stringify(figures)}, ${problems.length} problems\n`);
    await stage.machine.close();
  }
  expect(problems).toEqual([]);
  if (isWhole) expect(Math.min(figures.applied, figures.proposed)).toBeGreaterThan(killCount / 10);
});

/** `afterMs`: null, once it is applied. */
async function killed(stage: AgentStage, number: number, afterMs: number | null) {
  const message = `edit ${number} of both`;
  writeFileSync(stage.at("a.txt"), "a1\n");
  writeFileSync(stage.at("b.txt"), "b1\n");
  const files = ["*** Update File: a.txt", "@@", "-a1", "+A1", "*** Update File: b.txt", "@@", "-b1", "+B1"];
  stage.machine.model.push({ match: message, times: 1, actions: [patch(...files)] });
  const order = { folder: stage.machine.scratch.workspace, message };
  const child = spawnAgent({
    command: process.execPath,
    leadingArgs: ["--disable-warning=ExperimentalWarning"],
    args: [bundleScript(victim), JSON.stringify(order)],
    cwd: order.folder,
    env: stage.env,
  });
  await child.line((line) => line === "applying");
  const sinceMs = performance.now();
  if (afterMs === null) await child.line((line) => line === "applied");
  else await sleep(afterMs);
  const tookMs = performance.now() - sinceMs;
  child.killAlone("SIGKILL");
  await child.exited;
  await stage.begin();
  try {
    return { tookMs, ...(await problemsOf(stage)) };
  } finally {
    await stage.end();
  }
}

async function problemsOf(stage: AgentStage) {
  const { diffs, notes, decided } = await stage.compared();
  const states = Object.fromEntries((diffs.at(-1)?.documents ?? []).map(({ path, state }) => [path, state]));
  const isApplied = readFileSync(stage.at("a.txt"), "utf8") === "A1\n";
  const wanted = isApplied ? "applied" : "proposed";
  const undo = decided.find(({ id }) => id === diffs.at(-1)?.id)?.undo;
  const problems = [
    ...(states["a.txt"] === wanted ? [] : [`a.txt is ${wanted} and shown as ${states["a.txt"]}`]),
    ...(readFileSync(stage.at("b.txt"), "utf8") === "b1\n" ? [] : ["b.txt was written"]),
    ...(isApplied === (undo !== undefined) ? [] : [`undo is ${undo ?? "not offered"}, and it is ${wanted}`]),
    ...(isApplied === notes.some((note) => note.includes("applied these files myself: a.txt"))
      ? []
      : [`the note is ${JSON.stringify(notes)}, and it is ${wanted}`]),
  ];
  if (undo !== undefined) {
    await stage.page.act({ type: "undo", id: undo });
    if (readFileSync(stage.at("a.txt"), "utf8") !== "a1\n") problems.push("it was not undone");
  }
  return { isApplied, problems };
}
