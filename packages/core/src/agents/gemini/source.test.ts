import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeSource, expectGolden } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { geminiSource } from "./source.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/gemini/", import.meta.url));
const scenarios = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Everything that is not bookkeeping of the home itself. */
function chatsIn(scenario: string): string[] {
  const files = readdirSync(join(fixtures, scenario), { recursive: true, encoding: "utf8" });
  return files.filter((path) => path.includes("/chats/") && /\.jsonl?$/.test(path));
}

describeSource("gemini", geminiSource, {
  // A document that is written whole cannot be cut, nor read beside a damaged line; it has tests of its own.
  cases: scenarios
    .filter((name) => name !== "whole-document")
    .map((name) => ({ name, home: join(fixtures, name), rollouts: chatsIn(name) })),
  environment: (home) => ({ GEMINI_CLI_HOME: home }),
});

describe("gemini transcripts", () => {
  it("are of as many files as were recorded", () => {
    expect(scenarios.flatMap(chatsIn)).toHaveLength(20);
  });

  it.for(scenarios)("%s reads as recorded beside it", async (name) => {
    const home = join(fixtures, name);
    const host = nodeHost({ HOME: "/nowhere", GEMINI_CLI_HOME: home });
    await expectGolden(join(home, "golden.json"), geminiSource, home, host);
  });
});
