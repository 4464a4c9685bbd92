import { describe, expect, it } from "vitest";
import { type ReplayKillCase, replayKillCase } from "./case.ts";

/** A sample; `npm run campaign replay` kills at every moment. */
const sample: readonly ReplayKillCase[] = [
  { via: "inject", killAt: 0, who: "reprise" },
  { via: "inject", killAt: 13, who: "both" },
  { via: "inject", killAt: 22, who: "agent" },
  { via: "native", killAt: 3, who: "both" },
  { via: "segments", killAt: 24, who: "both" },
  { via: "segments", killAt: 40, who: "agent" },
];

describe("a replay that is killed", () => {
  it.each(sample)("is gone on with: $via, moment $killAt, $who", async (one) => {
    expect((await replayKillCase(one)).problems).toEqual([]);
  });
});
