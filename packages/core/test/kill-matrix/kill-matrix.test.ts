import { beforeAll, describe, expect, it } from "vitest";
import { killCase } from "./case.ts";

/** A sample of the campaign: `npm run campaign` kills at every line. */
const sampleSize = 2;

describe("killed at any line of the traffic with the real Codex", () => {
  let lineCount = 0;
  beforeAll(async () => {
    const whole = await killCase({ killAt: 0, who: "agent" });
    expect(whole.problems).toEqual([]);
    lineCount = whole.lineCount ?? 0;
  });

  it("a whole run has enough lines to die at", () => {
    expect(lineCount).toBeGreaterThan(40);
  });

  it.for(["agent", "reprise", "both"] as const)(
    "%s: nothing is lost, nothing is sent twice, and it goes on",
    async (who) => {
      for (let index = 0; index < sampleSize; index += 1) {
        const offset = { agent: 0, reprise: 1, both: 2 }[who];
        const killAt = 2 + Math.floor(((index * 3 + offset) * (lineCount - 3)) / (sampleSize * 3));
        expect({ killAt, ...(await killCase({ killAt, who })) }).toMatchObject({ killAt, problems: [] });
      }
    },
  );
});
