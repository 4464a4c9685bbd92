import { afterAll, expect, it } from "vitest";
import { type KillKind, KillSeries } from "./kill-case.ts";

/** `npm run campaign workbench-kills` kills this often, npm test a few times. */
const isWhole = process.env.REPRISE_WHOLE === "1";
const killCounts: Record<KillKind, number> = isWhole
  ? {
      plain: 150,
      rewrite: 120,
      encrypted: 60,
      rotation: 80,
      migration: 60,
      "two-servers": 60,
      "full-disk": 80,
    }
  : { plain: 4, rewrite: 4, encrypted: 2, rotation: 3, migration: 2, "two-servers": 3, "full-disk": 3 };
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
