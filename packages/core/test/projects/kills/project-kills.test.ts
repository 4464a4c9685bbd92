import { caseCount, isWhole, randomFrom, spreadOver } from "@reprise/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { claudeWork, codexWork, killCase, type Work } from "./case.ts";
import type { Death, Order } from "./victim.ts";

/** All points in the campaign: `npm run campaign project-kills`; a sample otherwise. */
/** Another one kills at other times. */
const seed = Number(process.env.REPRISE_SEED ?? 20_261_118);

describe("a project with the real Codex, killed", { timeout: 3_600_000 }, () => {
  let [appends, lines, tookMs] = [0, 0, 0];
  beforeAll(async () => {
    const whole = await killCase(null, "reprise");
    expect(whole.problems).toEqual([]);
    [appends, lines, tookMs] = [whole.appends ?? 0, whole.lines ?? 0, whole.tookMs];
  });

  it("has enough points to die at", () => {
    expect(appends).toBeGreaterThanOrEqual(11);
    expect(lines).toBeGreaterThan(60);
  });

  it("at any append to its log: no round is lost, none is done twice", async () => {
    const points = Array.from({ length: appends }, (_, index) => index + 1);
    const deaths = points.flatMap((append) =>
      (["before", "torn", "after"] as const).map((when): Death => ({ append, when })),
    );
    const count = caseCount({ campaign: deaths.length, test: 2 });
    await expectAll(isWhole ? spreadOver(deaths, count) : [deaths[7], deaths[deaths.length - 4]]);
  });

  it("at any line of the traffic with its agents: the round continues in its thread", async () => {
    const count = caseCount({ campaign: 40, test: 2 });
    const step = (lines - 2) / count;
    await expectAll(Array.from({ length: count }, (_, index) => ({ line: 2 + Math.floor(index * step) })));
  });

  const random = randomFrom(seed);
  it("at any time: no round is lost, none is done twice", async () => {
    const count = caseCount({ campaign: 100, test: 1 });
    const momentAt = (index: number) => ({ afterMs: Math.round(((index + random()) / count) * tookMs) });
    await expectAll(Array.from({ length: count }, (_, index) => momentAt(index)));
  });

  it("with Claude Code too", async () => {
    if (!isWhole) return expectAll([{ line: 2 }], claudeWork);
    const whole = await killCase(null, "reprise", claudeWork);
    expect(whole.problems).toEqual([]);
    const step = ((whole.lines ?? 0) - 1) / 12;
    const deaths = Array.from({ length: 12 }, (_, index) => ({ line: 2 + Math.floor(index * step) }));
    await expectAll([{ append: 3, when: "before" }, ...deaths], claudeWork);
  });

  async function expectAll(deaths: readonly (Death | undefined)[], work = codexWork): Promise<void> {
    const wrong: unknown[] = [];
    for (const [index, wanted] of deaths.entries()) {
      if (wanted === undefined) continue;
      const who = index % 2 === 0 ? "both" : "reprise";
      const { death, problems } = await killed(wanted, who, work);
      if (problems.length > 0) wrong.push({ death, who, problems });
      if (isWhole)
        process.stderr.write(`${index + 1} of ${deaths.length}: ${JSON.stringify({ death, who, problems })}\n`);
    }
    expect(wrong).toEqual([]);
  }

  /** A kill that comes after the end is none: then an earlier one. */
  async function killed(
    death: Death,
    who: Order["who"],
    work: Work,
  ): Promise<{ death: Death; problems: readonly string[] }> {
    const { problems, appends: whole } = await killCase(death, who, work);
    if (whole === null || !("afterMs" in death)) return { death, problems };
    return killed({ afterMs: Math.round(death.afterMs * random()) }, who, work);
  }
});
