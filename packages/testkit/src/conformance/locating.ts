import { relative, sep } from "node:path";
import { existingHomes, type Host } from "@reprise/core";
import { expect, it } from "vitest";
import { check } from "./check.ts";
import type { SourceCase, SourceSuite, Stage } from "./source.ts";

export function describeLocating(stage: () => Stage, suite: SourceSuite, one: SourceCase): void {
  it("finds its home by the environment", () => {
    const { source, home, host } = stage();
    expect(existingHomes(source.homes(host), host)).toEqual([home]);
  });

  it("locates every rollout, once, with its size", () => {
    const { source, home, host, rollouts } = stage();
    const found = rollouts.map(({ path }) => relative(home, path).split(sep).join("/"));
    expect(found.toSorted()).toEqual(one.rollouts.toSorted());
    expect(new Set(rollouts.map(({ key }) => key)).size).toBe(rollouts.length);
    for (const rollout of rollouts) {
      expect(rollout).toMatchObject({ agent: source.agent, home });
      if (suite.skips?.lines === undefined) expect(rollout.sizeBytes).toBe(host.files.stamp(rollout.path)?.sizeBytes);
    }
  });

  check("opens nothing to locate", suite.skips?.opensNothing, () => {
    const { source, home, host } = stage();
    const opened: string[] = [];
    const noting = (path: string) => {
      opened.push(path);
      return null;
    };
    const files: Host["files"] = { ...host.files, open: noting, text: noting };
    source.locate(home, { ...host, files });
    expect(opened).toEqual([]);
  });
}
