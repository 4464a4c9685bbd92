import { caseCount, isWhole, randomFrom } from "@reprise/testkit";
import { expect, it } from "vitest";
import { chatKillCase } from "./kill-case.ts";

/** `npm run campaign chat-kills` kills so often, and as often with another REPRISE_SEED at other times; npm test a few times. */
const killCount = caseCount({ campaign: 102, test: 3 });
const seed = Number(process.env.REPRISE_SEED ?? 20_261_118);
const victims = ["server", "agent", "both"] as const;

it("killed at any time, a chat continues: no message twice, no answer lost", {
  timeout: 3_600_000,
}, async () => {
  const whole = await chatKillCase({ who: "server", afterMs: null });
  expect(whole.problems).toEqual([]);
  const random = randomFrom(seed);
  const problems: string[] = [];
  for (let index = 0; index < killCount; index += 1) {
    const who = victims[index % victims.length] ?? "both";
    let afterMs = Math.round(((index + random()) / killCount) * whole.tookMs);
    let killed = await chatKillCase({ who, afterMs });
    // A kill that comes after the end is none: then an earlier one.
    while (killed.hasEnded) {
      afterMs = Math.round(afterMs * random());
      killed = await chatKillCase({ who, afterMs });
    }
    problems.push(...killed.problems.map((problem) => `${who} after ${afterMs} ms: ${problem}`));
    if (isWhole)
      process.stderr.write(`${index + 1} of ${killCount}: ${who} after ${afterMs} ms; ${problems.length} problems\n`);
  }
  expect(problems).toEqual([]);
});
