import { asThreadId, sessionIdOf, type Turn } from "@reprise/model";
import { type AgentName, hashTree } from "@reprise/testkit";
import { expect } from "vitest";
import { type CompactedSession, namesIn, namesShown } from "./compacting.ts";
import { homeOf, type Stage } from "./stage.ts";

/** Nothing that was said is missing from the list or the view because it was compacted away. */
export async function expectWhole(
  { thread }: CompactedSession,
  shown: readonly (readonly string[])[],
  own: Stage,
): Promise<void> {
  const library = own.library();
  try {
    const { sessions } = await library.list({ scope: "all", limit: 100 });
    const listed = sessions.find((session) => session.thread === thread);
    expect(listed).toMatchObject({ turnCount: 5, state: "completed", damageCount: 0 });
    expect(listed?.title).toMatch(/^PROMPT-1\b/);
    const turns: Turn[] = [];
    for await (const turn of (await library.read(sessionIdOf("claude", asThreadId(thread)))).turns) turns.push(turn);
    expect(namesShown(turns)).toEqual([
      ["PROMPT-1", "REPLY-1"],
      ["PROMPT-2", "COMMAND-2", "REPLY-2"],
      ...shown,
      ["PROMPT-5", "REPLY-5"],
    ]);
  } finally {
    library.close();
  }
}

/** The target's model is told what the agent's own model would be. */
export async function expectReplayed(
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
