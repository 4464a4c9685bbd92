import { type SessionId, type SessionTurns, type Timestamp, type TurnUsage, usageOf } from "@reprise/model";
import { usageSchema } from "@reprise/model/schema";
import { describe, expect, it } from "vitest";
import { run } from "../../test/support/run.ts";

const turn = (day: number, more: Partial<TurnUsage> = {}): TurnUsage => ({
  key: null,
  model: "gpt-5.5",
  turnCount: 1,
  commandCount: 12,
  failedCommandCount: 2,
  editCount: 3,
  startedAt: `2026-11-${day}T12:00:00.000Z` as Timestamp,
  tokens: { input: 1_234_567, cached: 900_000, output: 8_900, reasoning: null },
  workMs: 3_723_000,
  ...more,
});
const session = (name: string, turns: readonly TurnUsage[]): SessionTurns => ({
  session: `codex:${name}` as SessionId,
  agent: "codex",
  title: `Title of ${name}`,
  workspace: "/w",
  subagentOf: null,
  createdAt: null,
  updatedAt: null,
  forkedFrom: null,
  turns,
});
const unknown = { tokens: { input: null, cached: null, output: null, reasoning: null }, workMs: null };
const usage = usageOf([session("a", [turn(15), turn(16)]), session("b", [turn(16, { ...unknown, model: null })])], {
  scope: "all",
  zone: "UTC",
});
const contents = { usage };

describe("usage", () => {
  it("has a row for each day and their total, and says what is unknown", async () => {
    const { code, stdout } = await run("usage --all", { contents });
    expect(code).toBe(0);
    expect(stdout).toBe(
      `DAY         TURNS      INPUT     CACHED  OUTPUT  REASONING             TIME  COMMANDS  FAILED  EDITS
2026-11-15      1  1,234,567    900,000   8,900          –  1 h 02 min 03 s        12       2      3
2026-11-16      2  1,234,567    900,000   8,900          –  1 h 02 min 03 s        24       4      6
Total           3  2,469,134  1,800,000  17,800          –  2 h 04 min 06 s        36       6      9

Days in UTC. A turn counts for the day on which it started.
1 session without token counts.
1 session without times.
`,
    );
  });

  it("has a row for each session, with its whole id, for each agent or for each model", async () => {
    expect((await run("usage --by session", { contents })).stdout).toMatch(/^codex:a +2 .* {2}Title of a$/m);
    const { stdout } = await run("usage --by session", { contents, terminal: 100 });
    expect(stdout).toMatch(/^Title of a +2 .*\n {2}codex:a\n/m);
    expect((await run("usage --by agent", { contents })).stdout).toMatch(/^codex +3 /m);
    expect((await run("usage --by model", { contents })).stdout).toMatch(/^unknown +1 +– /m);
  });

  it("leaves out columns where a terminal is narrow", async () => {
    const { stdout } = await run("usage", { contents, terminal: 72 });
    const widest = Math.max(
      ...stdout
        .split("\n")
        .slice(0, 4)
        .map((line) => line.length),
    );
    expect(widest).toBeLessThanOrEqual(72);
    expect(stdout).toContain("TURNS");
    expect(stdout).not.toContain("REASONING");
  });

  it("asks for the project, the agent and the days that were named, in the zone of the person", async () => {
    const ran = await run("usage --agent codex --since 2026-11-01", { contents });
    expect(ran.library.asked.usage).toMatchObject({ agent: "codex", since: "2026-11-01" });
    expect(ran.library.asked.usage?.zone).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect((await run("usage --all", { contents })).library.asked.usage?.scope).toBe("all");
  });

  it("--json has every field of the contract and no other", async () => {
    const { stdout } = await run("usage --json", { contents });
    expect(usageSchema.parse(JSON.parse(stdout))).toEqual(usage);
  });

  it("says where to look when there is nothing, and refuses what is no day", async () => {
    expect((await run("usage --since 2026-11-01", { contents: {} })).stdout).toBe(
      "No turns in this project since 2026-11-01. With --all: in every project.\n",
    );
    const refused = await run("usage --since yesterday", { contents });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('--since takes a day such as 2026-11-15, not "yesterday".'),
    ]);
  });
});
