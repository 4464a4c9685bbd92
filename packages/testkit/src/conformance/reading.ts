import type { Depth } from "@reprise/core";
import { expect, it } from "vitest";
import { compareTrees, hashTree } from "../host/hash-tree.ts";
import { decodeAll, folded } from "./decoding.ts";
import type { Stage } from "./source.ts";

const depths: readonly Depth[] = ["outline", "full"];

export function describeReading(stage: () => Stage): void {
  it("changes no byte and no time of the home", async () => {
    const { source, home, host } = stage();
    const before = await hashTree(home);
    source.names(home, host);
    source.owners(home, [], host);
    for (const rollout of source.locate(home, host).rollouts) {
      for (const depth of depths) await decodeAll(source, rollout, host, { depth });
    }
    expect(compareTrees(before, await hashTree(home))).toEqual([]);
  });

  it("tells the same each time", async () => {
    const { source, host, rollouts } = stage();
    for (const rollout of rollouts) {
      const first = await decodeAll(source, rollout, host, { depth: "full" });
      expect(await decodeAll(source, rollout, host, { depth: "full" })).toEqual(first);
    }
  });

  it("tells the same outline by a peek as by a full reading", async () => {
    const { source, host, rollouts } = stage();
    for (const rollout of rollouts) {
      const outline = await decodeAll(source, rollout, host, { depth: "outline" });
      const full = await decodeAll(source, rollout, host, { depth: "full" });
      expect(folded(outline)).toEqual(folded(full));
    }
  });
}
