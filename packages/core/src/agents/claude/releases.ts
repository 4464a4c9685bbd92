import { isSince, type ReleaseTable } from "../driving/releases.ts";

/** Tried with the real releases by `npm run campaign releases`. */
export const claudeReleases: ReleaseTable = {
  title: "Claude Code",
  packages: /^@anthropic-ai\/claude-code(?:-|$)/,
  update: "npm install -g @anthropic-ai/claude-code@latest",
  rows: [
    { ability: "run", since: "1.0.72", instead: null },
    // Older ones continue in a copy with another id.
    { ability: "resume", since: "1.0.128", instead: null },
    { ability: "stream", since: "1.0.109", instead: "whole messages" },
    { ability: "effort", since: "2.1.45", instead: "left to the agent; a notice says so" },
    // Older ones accept no id for the copy.
    { ability: "fork", since: "2.0.73", instead: "a replay" },
  ],
};

/** Makes a resumed session take instructions that its first turn did not have; older releases always take them. */
export function freshInstructionsOption(release: string | null): readonly string[] {
  return release === null || isSince(release, "2.1.325") ? ["--system-prompt-snapshot=off"] : [];
}
