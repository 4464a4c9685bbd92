import { caseCount, isWhole } from "@reprise/testkit";
import { afterAll, expect, it } from "vitest";
import { SendKills } from "./kill-case.ts";
import { sendPaths } from "./victim-order.ts";

/** `npm run campaign workbench-sends` kills this often on each path, npm test a few times. */
const killCount = caseCount({ campaign: 50, test: 2 });

const figures: string[] = [];
afterAll(() => {
  if (isWhole) process.stderr.write(`${figures.join("\n")}\n`);
});

it.each(isWhole ? sendPaths : (["plan", "consent"] as const))(
  "a message that was acknowledged is neither lost nor sent twice, killed at any time after it: %s",
  { timeout: 3_600_000 },
  async (path) => {
    const kills = await SendKills.open(path);
    const problems: string[] = [];
    try {
      problems.push(...(await kills.kill(null, { isWhole: false })));
      for (let number = 0; number < killCount; number += 1) {
        // Half of them before the agent has the message as a rule, half after.
        const afterMs = Math.round((number / killCount) * 2 * kills.tookMs);
        const found = await kills.kill(afterMs, { isWhole: number % 2 === 1 });
        problems.push(...found.map((problem) => `after ${afterMs} ms: ${problem}`));
        if (isWhole) process.stderr.write(`${path} ${number + 1} of ${killCount}: ${problems.length} problems\n`);
      }
    } finally {
      figures.push(
        `${path}: ${killCount} kills, ${kills.returnedCount} back in the draft, ${problems.length} problems`,
      );
      await kills.close();
    }
    expect(problems).toEqual([]);
  },
);
