import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { AbilityRow, ReleaseTable } from "../../src/agents/driving/releases.ts";
import { pinned, releaseAgents, tables } from "./pinned.ts";

const inWords: Readonly<Record<AbilityRow["ability"], string>> = {
  run: "run",
  resume: "resume; so also replay, and a second turn",
  stream: "replies while they are written",
  effort: "reasoning effort",
  approve: "approvals",
  "named-commands": "questions that name the command",
  fork: "fork",
  "fork-at-turn": "fork after an earlier turn",
  inject: "replay by `inject`",
  native: "replay by `native`",
};

function tableOf({ rows }: ReleaseTable): string {
  const lines = rows.map(({ ability, since, instead }) => {
    const older = instead === null ? "refused, with the release that can" : instead;
    return `| ${inWords[ability]} | ${since ?? "none"} | ${older} |`;
  });
  return ["| ability | since release | with an older one |", "|---|---|---|", ...lines].join("\n");
}

test.each(releaseAgents)("docs/agents/%s.md has the table of its releases, and those that were tried", (agent) => {
  const path = fileURLToPath(new URL(`../../../../docs/agents/${agent}.md`, import.meta.url));
  const text = readFileSync(path, "utf8");
  expect(text).toContain(`${tableOf(tables[agent])}\n`);
  expect(text).toContain(`Tried: ${pinned[agent].join(", ")}`);
});
