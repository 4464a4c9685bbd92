import { claudeReleases } from "../../src/agents/claude/releases.ts";
import { codexReleases } from "../../src/agents/codex/releases.ts";
import type { ReleaseTable } from "../../src/agents/driving/releases.ts";
import { geminiReleases } from "../../src/agents/gemini/releases.ts";
import { opencodeReleases } from "../../src/agents/opencode/releases.ts";

export const releaseAgents = ["codex", "claude", "gemini", "opencode"] as const;
export type ReleaseAgent = (typeof releaseAgents)[number];

export const tables: Readonly<Record<ReleaseAgent, ReleaseTable>> = {
  codex: codexReleases,
  claude: claudeReleases,
  gemini: geminiReleases,
  opencode: opencodeReleases,
};

/** The releases that the campaign tries, oldest first: on both sides of every change that the tables know. */
export const pinned: Readonly<Record<ReleaseAgent, readonly string[]>> = {
  codex: [
    ...["0.61.0", "0.63.0", "0.66.0", "0.72.0", "0.77.0", "0.80.0", "0.87.0", "0.98.0"],
    ...["0.117.0", "0.120.0", "0.121.0", "0.142.0", "0.144.0", "0.145.0", "0.160.0"],
  ],
  claude: ["1.0.72", "1.0.119", "1.0.128", "2.0.5", "2.0.73", "2.1.128", "2.1.229"],
  gemini: ["0.33.0", "0.38.0", "0.40.1", "0.41.0", "0.55.1"],
  opencode: ["1.1.65", "1.2.27", "1.3.2", "1.15.3", "1.17.18"],
};
