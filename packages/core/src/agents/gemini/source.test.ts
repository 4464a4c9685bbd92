import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeSource, expectGolden } from "@reprise/testkit";
import { describe, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { geminiSource } from "./source.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/gemini/", import.meta.url));
const chats = "tmp/proj-a/chats";
const sessions: Record<string, string[]> = {
  compacted: ["session-2026-11-15T21-50-a0000009.jsonl"],
  denied: ["session-2026-11-15T21-48-a0000007.jsonl"],
  "failed-turn": ["session-2026-11-15T21-48-a0000003.jsonl"],
  "kill9-mid-tool": ["session-2026-11-15T21-48-a0000006.jsonl"],
  "kill9-mid-turn-resumed": ["session-2026-11-15T21-48-a0000005.jsonl"],
  "loop-detected": ["session-2026-11-15T21-48-a0000009.jsonl"],
  "recorded-earlier": [
    "session-2026-11-15T19-40-9511f1d1.jsonl",
    "session-2026-11-15T19-42-22222222.jsonl",
    "session-2026-11-15T19-42-33333333.jsonl",
    "session-2026-11-15T19-43-44444444.jsonl",
  ],
  "resumed-with-stub": ["session-2026-11-15T21-47-a0000001.jsonl", "session-2026-11-15T21-49-a0000001.jsonl"],
  rewound: ["session-2026-11-15T12-00-c0000001.jsonl"],
  "sigint-mid-turn": ["session-2026-11-15T21-48-a0000004.jsonl"],
  subagent: [
    "session-2026-11-15T21-48-a0000008.jsonl",
    "a0000008-0000-4000-8000-000000000008/3b17dbb1-634b-48ad-b3f5-b25ddda21d05.jsonl",
  ],
  "tools-resumed": ["session-2026-11-15T21-47-a0000002.jsonl", "session-2026-11-15T21-48-a0000002.jsonl"],
};

describeSource("gemini", geminiSource, {
  cases: Object.entries(sessions).map(([name, files]) => ({
    name,
    home: join(fixtures, name),
    rollouts: files.map((file) => `${chats}/${file}`),
  })),
  environment: (home) => ({ GEMINI_CLI_HOME: home }),
});

describe("gemini transcripts", () => {
  const scenarios = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.for(scenarios.map(({ name }) => name))("%s reads as recorded beside it", async (name) => {
    const home = join(fixtures, name);
    await expectGolden(
      join(home, "golden.json"),
      geminiSource,
      home,
      nodeHost({ HOME: "/nowhere", GEMINI_CLI_HOME: home }),
    );
  });
});
