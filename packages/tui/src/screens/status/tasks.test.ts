import type { Consent, Library, RestoreEvent, RestorePlan, Runner, SessionId } from "@reprise/model";
import { usualWish } from "@reprise/model";
import { memoryLibrary, playedRun } from "@reprise/testkit";
import { expect, test } from "vitest";
import { resumePlan, statusRow, summary } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import type { World } from "../../world.ts";
import type { Message, Task } from "./state.ts";
import { perform } from "./tasks.ts";

async function heard(task: Task, world: World, signal = new AbortController().signal): Promise<Message[]> {
  const told: Message[] = [];
  await perform(task, world, (message) => told.push(message), signal);
  return told;
}

const a = "codex:a" as SessionId;

test("the status is read, and why it cannot be is told", async () => {
  const rows = [statusRow("a")];
  const runs = { status: async () => rows } as unknown as Runner;
  const task = { type: "status", request: 2, scope: "all" } as const;
  expect(await heard(task, testWorld({ runs, library: memoryLibrary([]) }))).toEqual([
    { type: "rows", request: 2, rows, notShown: { hidden: 0, archived: 0, subagents: 0, more: 0 } },
  ]);
  expect(await heard(task, testWorld())).toEqual([
    { type: "no-rows", request: 2, reason: "a runner is not part of this test." },
  ]);
});

test("a session is found by its id", async () => {
  const library = { find: async (text: string) => summary(text.slice(6)) } as unknown as Library;
  expect(await heard({ type: "find", purpose: "view", session: a }, testWorld({ library }))).toEqual([
    { type: "found", purpose: "view", session: summary("a") },
  ]);
});

test("plans of all are made as recorded, and one that fails does not hinder the others", async () => {
  const wished: unknown[] = [];
  const plan = async (session: string, wish: unknown): Promise<RestorePlan> => {
    wished.push(wish);
    if (session === a) throw new Error("It is gone.");
    return resumePlan();
  };
  const sessions = [
    { key: "a", session: a },
    { key: "b", session: "codex:b" as SessionId },
  ];
  const told = await heard({ type: "plan-all", round: 4, sessions }, testWorld({ runs: { plan } as Runner }));
  expect(told).toEqual([
    { type: "case-failed", round: 4, key: "a", reason: "It is gone." },
    { type: "case-planned", round: 4, key: "b", plan: resumePlan() },
    { type: "all-planned", round: 4 },
  ]);
  expect(wished).toEqual([usualWish, usualWish]);
});

test("they are restored one after another, with nothing granted that was not before", async () => {
  const consents: Consent[] = [];
  const scripts: readonly (readonly RestoreEvent[])[] = [
    [{ type: "checking" }, { type: "run-ended", status: "completed", failure: null }],
    [{ type: "busy", owner: { pid: 7, program: "codex", terminal: null } }],
  ];
  const restore: Runner["restore"] = async (_, consent) => {
    consents.push(consent);
    const number = consents.length;
    return playedRun(async function* () {
      yield* scripts[number - 1] ?? [];
      if (number === 3) throw new Error("The agent is gone.");
    });
  };
  const plans = ["a", "b", "c"].map((key) => ({ key, plan: resumePlan() }));
  const told = await heard({ type: "restore-all", plans }, testWorld({ runs: { restore } as Runner }));
  expect(told).toEqual([
    { type: "case-progress", key: "a", text: "Checking server connection…" },
    { type: "case-progress", key: "a", text: "Run completed." },
    {
      type: "case-progress",
      key: "b",
      text: "The session is open in codex (process 7). Close it there, then try again.",
    },
    { type: "case-progress", key: "c", text: "Run failed: The agent is gone." },
    { type: "all-over" },
  ]);
  for (const consent of consents) {
    expect(consent).toMatchObject({ reappliesApprovals: false, allowsWider: false, canAnswer: false });
    expect([consent.drift, consent.sendsRecap]).toEqual(["refuse", false]);
  }
});

test("what has not begun when the screen goes does not begin", async () => {
  const ending = new AbortController();
  const begun: string[] = [];
  const restore: Runner["restore"] = async (plan) => {
    begun.push(plan.session);
    ending.abort();
    return playedRun(async function* () {
      yield { type: "checking" };
    });
  };
  const plans = ["a", "b"].map((key) => ({ key, plan: resumePlan() }));
  const task = { type: "restore-all", plans } as const;
  const told = await heard(task, testWorld({ runs: { restore } as Runner }), ending.signal);
  expect(begun).toHaveLength(1);
  expect(told.some(({ type }) => type === "all-over")).toBe(false);
});

test("an interruption is dismissed by the runner", async () => {
  const asked: unknown[] = [];
  const dismiss = async (session: SessionId, isDismissed: boolean) => {
    asked.push(session, isDismissed);
    return { session, whyNot: null, isDismissed };
  };
  const world = testWorld({ runs: { dismiss } as unknown as Runner });
  expect(await heard({ type: "dismiss", session: a, isDismissed: true }, world)).toEqual([
    { type: "dismissed", isDismissed: true },
  ]);
  expect(asked).toEqual([a, true]);
});
