import { asThreadId, type Offer, type RunId, sessionIdOf, type Timestamp } from "@reprise/model";
import { memoryLibrary, promptTurn } from "@reprise/testkit";
import { describe, expect, test } from "vitest";
import { walkIn } from "../../test/support/plain-walk.ts";

const seed = { thread: "a", workspace: "/home/me/shop", updatedAt: "2026-11-15T09:00:00.000Z" };
const walk = walkIn(() => memoryLibrary([{ ...seed, turns: [promptTurn("Fix a")] }]));

describe("a new session where one was interrupted", () => {
  const offer: Offer = {
    mode: "resume",
    prompt: null,
    run: "r-cut" as RunId,
    agent: "codex",
    session: sessionIdOf("codex", asThreadId("a")),
    state: "interrupted",
    startedAt: "2026-02-15T10:32:41.000Z" as Timestamp,
  };
  const question = '"Fix a" (2026-02-15 10:32 UTC) was interrupted. Resume? [y/n]';

  test("asks first: no is remembered and starts afresh", async () => {
    const { text, declined, runs, wishes } = await walk({ offer }, "new", "n", "fix it", "/quit", "quit");
    expect(text).toContain(question);
    expect([declined, wishes]).toEqual([["r-cut"], []]);
    expect(runs).toMatchObject([{ prompt: "fix it" }]);
  });

  test("yes plans its restore, an empty line does neither", async () => {
    const gone = await walk({ offer }, "new", "", "quit");
    expect([gone.text.includes(question), gone.declined, gone.runs, gone.wishes]).toEqual([true, [], [], []]);
    const wanted = await walk({ offer }, "new", "maybe", "y", "y", "/quit", "quit");
    expect(wanted.wishes).toMatchObject([{ modes: ["resume"] }]);
    expect([wanted.declined, wanted.runs, wanted.consents.length]).toEqual([[], [], 1]);
  });
});
