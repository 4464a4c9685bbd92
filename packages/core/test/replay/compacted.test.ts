import { type AgentName, disposeAll, isWhole, sampleOf } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { compactedSession } from "./compacting.ts";
import { expectReplayed, expectWhole } from "./expect-compacted.ts";
import { makeStage, type Stage, testAgents } from "./stage.ts";

let stage: Stage | null = null;
afterEach(async () => {
  await disposeAll();
  await stage?.close();
  stage = null;
});

/** What each agent tells its own model of a session that it compacted. */
const truths: Readonly<Record<AgentName, readonly string[]>> = {
  codex: ["PROMPT-1", "PROMPT-2", "PROMPT-3", "SUMMARY-0"],
  claude: ["SUMMARY-0", "REPLY-3"],
  gemini: ["SUMMARY-0", "PROMPT-3", "REPLY-3a", "COMMAND-3", "REPLY-3"],
  opencode: ["SUMMARY-0", "PROMPT-3", "REPLY-3a", "COMMAND-3", "REPLY-3", "REPLY-auto"],
};
const later = ["PROMPT-4", "REPLY-4", "PROMPT-5", "REPLY-5"];

const pairs = [
  ["codex", "claude"],
  ["claude", "gemini"],
  ["opencode", "codex"],
  ["gemini", "opencode"],
] as const;

describe("a session that was compacted is replayed as its own agent would go on with it", () => {
  it.each(sampleOf(pairs, 1))(
    "%s → %s: the summary, what was kept beside it, and what came later, each once",
    async (source, target) => {
      const own = await makeStage(target, testAgents[target].modelKind);
      stage = own;
      const session = await compactedSession(source, own);
      expect(session.truth).toEqual([...truths[source], ...later]);
      await expectReplayed(session, { source, target }, own);
    },
  );

  it.runIf(isWhole)("gemini → codex: the summary and what came later, where nothing was kept", async () => {
    const own = await makeStage("codex", testAgents.codex.modelKind);
    stage = own;
    const session = await compactedSession("gemini", own, { isLongToTheEnd: true });
    expect(session.truth).toEqual(["SUMMARY-0", ...later]);
    await expectReplayed(session, { source: "gemini", target: "codex" }, own);
  });
});

/** What Claude Code keeps beside the summary, and between which of our items the summary stands. */
const byItself = [
  {
    when: "in-turn",
    kept: ["REPLY-3a", "COMMAND-3", "REPLY-3"],
    shown: [
      ["PROMPT-3", "REPLY-3a", "COMMAND-3", "SUMMARY-0", "REPLY-3"],
      ["PROMPT-4", "REPLY-4"],
    ],
  },
  {
    when: "between-turns",
    kept: ["REPLY-3"],
    shown: [
      ["PROMPT-3", "REPLY-3a", "COMMAND-3", "REPLY-3"],
      ["PROMPT-4", "SUMMARY-0", "REPLY-4"],
    ],
  },
] as const;

describe("a session that Claude Code compacted by itself", () => {
  it.each(sampleOf(byItself, 1))(
    "$when: it is listed and shown whole, and replayed as Claude Code would go on with it",
    async ({ when, kept, shown }) => {
      const own = await makeStage("codex", testAgents.codex.modelKind);
      stage = own;
      const session = await compactedSession("claude", own, { byItself: when });
      expect(session.truth).toEqual(["SUMMARY-0", ...kept, ...later]);
      await expectWhole(session, shown, own);
      await expectReplayed(session, { source: "claude", target: "codex" }, own);
    },
  );
});

/** What stays beside the summary of a part that was chosen in Claude Code's own interface. */
const chosen = [
  { where: "from here", before: ["PROMPT-1", "REPLY-1"], behind: [] },
  {
    where: "up to here",
    before: [],
    behind: ["PROMPT-3", "REPLY-3a", "COMMAND-3", "REPLY-3"],
  },
] as const;

describe("a part of a session that a person let Claude Code summarize", () => {
  it.runIf(isWhole).each(chosen)(
    "$where: it is listed and shown whole, and replayed as Claude Code would go on with it",
    async ({ where, before, behind }) => {
      const own = await makeStage("codex", testAgents.codex.modelKind);
      stage = own;
      const session = await compactedSession("claude", own, { summarizing: where });
      expect(session.truth).toEqual([...before, "SUMMARY-0", ...behind, ...later]);
      const third = ["PROMPT-3", "REPLY-3a", "COMMAND-3", "REPLY-3", "SUMMARY-0"];
      await expectWhole(session, [third, ["PROMPT-4", "REPLY-4"]], own);
      await expectReplayed(session, { source: "claude", target: "codex" }, own);
    },
  );
});
