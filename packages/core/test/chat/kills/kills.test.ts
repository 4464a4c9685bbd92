import { expect, it } from "vitest";
import { type ChatKill, chatKillCase } from "./kill-case.ts";

/** `npm run campaign chat-kills` kills at this many points, npm test at a few. */
const pointCount = process.env.REPRISE_WHOLE === "1" ? 66 : 3;
const victims = ["server", "agent", "both"] as const;

it("killed at any time, a chat continues: no message twice, no answer lost", {
  timeout: 3_600_000,
}, async () => {
  const whole = await chatKillCase({ who: "server", afterMs: null });
  expect(whole.problems).toEqual([]);
  const problems: string[] = [];
  for (let point = 0; point < pointCount; point += 1) {
    const who = victims[point % victims.length] ?? "both";
    const kill: ChatKill = { who, afterMs: Math.round(((point + 0.5) / pointCount) * whole.tookMs) };
    const { problems: found } = await chatKillCase(kill);
    problems.push(...found.map((problem) => `${who} after ${kill.afterMs} ms: ${problem}`));
    if (pointCount > 3) process.stderr.write(`${point + 1} of ${pointCount}: ${problems.length} problems\n`);
  }
  expect(problems).toEqual([]);
});
