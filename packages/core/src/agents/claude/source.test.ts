import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describeSource, expectGolden } from "@reprise/testkit";
import { describe, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { claudeSource } from "./source.ts";

const fixtures = fileURLToPath(new URL("../../../../../fixtures/claude/", import.meta.url));
const project = "projects/-srv-proj-a";
const sessions: Record<string, string[]> = {
  "api-error": ["33333333-3333-4333-8333-000000000007.jsonl"],
  basic: ["29458b7b-0326-4058-9586-deb20acd8ee9.jsonl"],
  compacted: ["29458b7b-0326-4058-9586-deb20acd8ee9.jsonl"],
  denied: ["22222222-2222-4222-8222-222222222222.jsonl"],
  forked: ["4da37ab3-3851-4d02-8b89-d04835e6948a.jsonl"],
  given: [
    "44444444-4444-4444-8444-000000000001.jsonl",
    "44444444-4444-4444-8444-000000000001/subagents/agent-a2429ec112106890c.jsonl",
  ],
  "kill9-mid-tool": ["22222222-2222-4222-8222-222222222224.jsonl"],
  "kill9-mid-tool-resumed": ["33333333-3333-4333-8333-000000000006.jsonl"],
  "kill9-mid-turn": ["22222222-2222-4222-8222-222222222223.jsonl"],
  "kill9-mid-turn-resumed": ["22222222-2222-4222-8222-222222222223.jsonl"],
  "queued-prompt": ["33333333-3333-4333-8333-000000000008.jsonl"],
  "refused-and-stopped": ["9b09dbde-7a63-4b03-b0f2-f3467567df78.jsonl"],
  rewound: ["33333333-3333-4333-8333-000000000002.jsonl"],
  "sigint-mid-tool": ["33333333-3333-4333-8333-000000000005.jsonl"],
  "sigint-mid-turn": ["22222222-2222-4222-8222-222222222225.jsonl"],
  "sigterm-mid-tool": ["22222222-2222-4222-8222-222222222226.jsonl"],
  "slash-command-named": ["33333333-3333-4333-8333-000000000004.jsonl"],
  subagent: [
    "22222222-2222-4222-8222-222222222227.jsonl",
    "22222222-2222-4222-8222-222222222227/subagents/agent-aed1ec17fe30ed7d4.jsonl",
  ],
  "tool-and-denied": ["22222222-2222-4222-8222-222222222221.jsonl"],
  "tools-side-by-side": ["33333333-3333-4333-8333-000000000001.jsonl"],
  "two-writers": ["33333333-3333-4333-8333-000000000003.jsonl"],
};

describeSource("claude", claudeSource, {
  cases: Object.entries(sessions).map(([name, files]) => ({
    name,
    home: join(fixtures, name),
    rollouts: files.map((file) => `${project}/${file}`),
  })),
  environment: (home) => ({ CLAUDE_CONFIG_DIR: home }),
});

describe("claude transcripts", () => {
  const scenarios = readdirSync(fixtures, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  it.for(scenarios.map(({ name }) => name))("%s reads as recorded beside it", async (name) => {
    const home = join(fixtures, name);
    await expectGolden(
      join(home, "golden.json"),
      claudeSource,
      home,
      nodeHost({ HOME: "/nowhere", CLAUDE_CONFIG_DIR: home }),
    );
  });
});
