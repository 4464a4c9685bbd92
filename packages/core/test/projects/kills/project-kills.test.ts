import { beforeAll, describe, expect, it } from "vitest";
import { claudeWork, codexWork, killCase } from "./case.ts";
import type { Death } from "./victim.ts";

/** All points in the campaign: `npm run campaign project-kills`; a sample otherwise. */
const isWhole = process.env.REPRISE_WHOLE === "1";

describe("a project with the real Codex, killed", () => {
  let [appends, lines] = [0, 0];
  beforeAll(async () => {
    const whole = await killCase(null, "reprise");
    expect(whole.problems).toEqual([]);
    [appends, lines] = [whole.appends ?? 0, whole.lines ?? 0];
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
    await expectAll(isWhole ? deaths : [deaths[3], deaths[7], deaths[14], deaths[deaths.length - 4]]);
  });

  it("at any line of the traffic with its agents: the round continues in its thread", async () => {
    const count = isWhole ? 40 : 4;
    const step = (lines - 2) / count;
    await expectAll(Array.from({ length: count }, (_, index) => ({ line: 2 + Math.floor(index * step) })));
  });

  it("with Claude Code too", async () => {
    const whole = await killCase(null, "reprise", claudeWork);
    expect(whole.problems).toEqual([]);
    const count = isWhole ? 12 : 2;
    const step = ((whole.lines ?? 0) - 1) / count;
    const deaths = Array.from({ length: count }, (_, index) => ({ line: 2 + Math.floor(index * step) }));
    await expectAll([{ append: 3, when: "before" }, ...deaths], claudeWork);
  });

  async function expectAll(deaths: readonly (Death | undefined)[], work = codexWork): Promise<void> {
    for (const [index, death] of deaths.entries()) {
      if (death === undefined) continue;
      const who = index % 2 === 0 ? "both" : "reprise";
      expect({ death, who, ...(await killCase(death, who, work)) }).toMatchObject({ death, problems: [] });
    }
  }
});
