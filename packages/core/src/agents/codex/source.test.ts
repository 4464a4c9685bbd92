import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describeSource, expectGolden } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { codexSource } from "./source.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/codex/", import.meta.url));
const homes = readdirSync(fixtures, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

function rolloutsIn(home: string): string[] {
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.startsWith("rollout-"),
  );
  return files.map(({ parentPath, name }) => relative(home, join(parentPath, name)));
}

describeSource("codex", codexSource, {
  cases: homes.map((name) => ({
    name,
    home: join(fixtures, name),
    rollouts: rolloutsIn(join(fixtures, name)),
  })),
  environment: (home) => ({ CODEX_HOME: home }),
});

describe("codex transcripts", () => {
  it("every scenario and all eighteen releases are here", () => {
    expect(homes.filter((name) => name.startsWith("release-"))).toHaveLength(18);
    expect(homes.length).toBeGreaterThanOrEqual(52);
  });

  it.for(homes)("%s reads as recorded beside it", async (name) => {
    const home = join(fixtures, name);
    await expectGolden(join(home, "golden.json"), codexSource, home, nodeHost({ HOME: "/nowhere", CODEX_HOME: home }));
  });
});
