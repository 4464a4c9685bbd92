import { caseCount, isWhole } from "@reprise/testkit";
import { afterAll, expect, it } from "vitest";
import { type KillKind, KillSeries } from "./kill-case.ts";

/** `npm run campaign workbench-kills` kills this often, npm test a few times. */
const killCounts: Record<KillKind, number> = {
  plain: caseCount({ campaign: 150, test: 4 }),
  rewrite: caseCount({ campaign: 120, test: 4 }),
  encrypted: caseCount({ campaign: 60, test: 2 }),
  rotation: caseCount({ campaign: 80, test: 3 }),
  migration: caseCount({ campaign: 60, test: 2 }),
  "two-servers": caseCount({ campaign: 60, test: 3 }),
  "full-disk": caseCount({ campaign: 80, test: 3 }),
};
const canMount = process.getuid?.() === 0;
const kinds = (Object.keys(killCounts) as KillKind[]).filter((kind) => kind !== "full-disk" || canMount);

/** The same numbers every time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

const figures: string[] = [];
afterAll(() => {
  if (isWhole) process.stderr.write(`${figures.join("\n")}\n`);
});

it.each(kinds)(
  "killed at any point, every acknowledged milestone is back: %s",
  { timeout: 3_600_000 },
  async (kind) => {
    const series = new KillSeries(kind, randomFrom(Number(process.env.REPRISE_SEED ?? 7)));
    const problems: string[] = [];
    let milestones = 0;
    try {
      while (series.killCount < killCounts[kind]) {
        const found = await series.kill();
        problems.push(...found.map((problem) => `kill ${series.killCount}: ${problem}`));
        milestones = Math.max(milestones, series.acknowledged);
        if (isWhole)
          process.stderr.write(`${kind} ${series.killCount} of ${killCounts[kind]}: ${problems.length} problems\n`);
      }
    } finally {
      figures.push(
        `${kind}: ${series.killCount} kills, ${milestones} milestones, ${series.tornCount} torn lines, ${series.leftoverCount} rewrites cut off, ${problems.length} problems`,
      );
      series.remove();
    }
    expect(problems).toEqual([]);
    expect(milestones).toBeGreaterThan(0);
  },
);
