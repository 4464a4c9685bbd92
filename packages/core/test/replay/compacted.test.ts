import { type AgentName, disposeAll, hashTree } from "@reprise/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { type CompactedSession, compactedSession, namesIn } from "./compacting.ts";
import { homeOf, makeStage, type Stage, testAgents } from "./stage.ts";

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

describe("a session that was compacted is replayed as its own agent would go on with it", {
  timeout: 240_000,
}, () => {
  it.each([
    ["codex", "claude"],
    ["claude", "gemini"],
    ["gemini", "opencode"],
    ["opencode", "codex"],
  ] as const)(
    "%s → %s: the summary, what was kept beside it, and what came later, each once",
    async (source, target) => {
      const own = await makeStage(target, testAgents[target].modelKind);
      stage = own;
      const session = await compactedSession(source, own);
      expect(session.truth).toEqual([...truths[source], ...later]);
      await expectReplayed(session, { source, target }, own);
    },
  );

  it("gemini → codex: the summary and what came later, where nothing was kept", async () => {
    const own = await makeStage("codex", testAgents.codex.modelKind);
    stage = own;
    const session = await compactedSession("gemini", own, { isLongToTheEnd: true });
    expect(session.truth).toEqual(["SUMMARY-0", ...later]);
    await expectReplayed(session, { source: "gemini", target: "codex" }, own);
  });
});

async function expectReplayed(
  { thread, truth }: CompactedSession,
  { source, target }: { readonly source: AgentName; readonly target: AgentName },
  own: Stage,
): Promise<void> {
  const before = await hashTree(homeOf(source, own));
  const plan = await own.plan(`${source}:${thread}`, {
    to: target,
    // Without one Gemini first asks a model which model to ask, and is patient.
    settings: { cwd: own.scratch.workspace, ...(target === "gemini" ? { model: "gemini-2.5-flash" } : {}) },
    otherwise: "current",
    contextTokens: 4000,
    prompt: "PROMPT-6",
  });
  expect(plan).toMatchObject({ mode: "replay", brief: expect.stringContaining("SUMMARY-0") });
  own.model.push([{ text: "I go on." }]);
  expect((await own.restore(plan)).at(-1)).toMatchObject({ type: "run-ended", status: "completed" });
  const request = own.model.requests.findLast(({ body }) => JSON.stringify(body).includes("PROMPT-6"));
  expect(namesIn(request)).toEqual([...truth, "PROMPT-6"]);
  expect(await hashTree(homeOf(source, own))).toEqual(before);
}
