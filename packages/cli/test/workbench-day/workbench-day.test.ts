import { expect, it } from "vitest";
import { WorkbenchStage } from "../page/workbench-stage.ts";
import { type DayKill, dayCase, type Victim } from "./day-case.ts";
import { DayPage } from "./day-page.ts";
import { scenes } from "./scenes.ts";

/** `npm run campaign workbench-day` kills so often, and as often with another REPRISE_SEED at other times. */
const isWhole = process.env.REPRISE_WHOLE === "1";
const killCount = Number(process.env.REPRISE_KILLS ?? (isWhole ? 220 : 4));
const seed = Number(process.env.REPRISE_SEED ?? 14);
/** Then there is a new stage: sessions that go on grow. */
const perStage = 22;
const victims: readonly Victim[] = ["server", "both", "agent"];
const settings = {
  model: null,
  provider: null,
  effort: null,
  summary: null,
  cwd: null,
  sandbox: "read-only",
  approvalPolicy: "on-request",
};

/** The same numbers every time. */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

async function begin(): Promise<DayPage> {
  const stage = await WorkbenchStage.open("workbench-day");
  await stage.serve(["--port", "0"]);
  const page = await DayPage.open(stage);
  await page.page.live();
  await page.act({ type: "choose", choice: { agent: "codex", settings } });
  await page.page.send("good morning");
  await page.page.idle();
  return page;
}

async function end(page: DayPage | null): Promise<void> {
  await page?.page.leave();
  await page?.stage.close();
}

it("killed at any point of a day, the open tab goes on: nothing is lost, sent twice, or shown as it is not", {
  timeout: 7_200_000,
}, async () => {
  const random = randomFrom(seed);
  const problems: string[] = [];
  const counts = new Map<string, number>();
  let page: DayPage | null = null;
  try {
    for (let index = 0; index < killCount; index += 1) {
      if (index % perStage === 0) {
        await end(page);
        page = await begin();
      }
      const scene = scenes[Math.floor(random() * scenes.length)] ?? "draft";
      const victim = victims[Math.floor(random() * victims.length)] ?? "both";
      const kill: DayKill = { number: index, scene, victim, afterMs: Math.round(4000 * random() ** 2) };
      const found = await dayCase(page as DayPage, kill);
      for (const name of [scene, victim]) counts.set(name, (counts.get(name) ?? 0) + 1);
      const about = `${index + 1}: ${scene}, ${victim} after ${kill.afterMs} ms`;
      problems.push(...found.map((problem) => `${about}: ${problem}`));
      if (isWhole) process.stderr.write([`${about}: ${found.length} problems\n`, ...found, ""].join("\n"));
      if (found.some((problem) => problem.startsWith("it does not go on"))) {
        await end(page);
        page = await begin();
      }
    }
  } finally {
    await end(page);
  }
  if (isWhole) process.stderr.write(`seed ${seed}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
  expect(problems).toEqual([]);
});
