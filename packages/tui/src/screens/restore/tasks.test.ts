import { type RestorePlan, type Runner, SessionError, type SessionId, usualWish } from "@reprise/model";
import { expect, test } from "vitest";
import { resumePlan } from "../../../test/support/plans.ts";
import { testWorld } from "../../../test/support/world.ts";
import type { Message, Task } from "./state.ts";
import { perform } from "./tasks.ts";

/** Has only `plan`, so that any other call fails. */
const planner = (plan: Runner["plan"]) => ({ plan }) as Runner;
const { signal } = new AbortController();
const wish = { ...usualWish, isSilent: true };
const task: Task = { type: "plan", request: 3, session: "codex:a" as SessionId, wish };

test("a plan is asked of the runner, and nothing else is", async () => {
  const asked: unknown[] = [];
  const plan: RestorePlan = resumePlan();
  const runs = planner(async (session, wanted) => {
    asked.push([session, wanted]);
    return plan;
  });
  const told: Message[] = [];
  await perform(task, testWorld({ runs }), (message) => told.push(message), signal);
  expect(asked).toEqual([["codex:a", wish]]);
  expect(told).toEqual([{ type: "planned", request: 3, plan, at: "2026-11-15T12:00:00.000Z" }]);
});

test("why there is no plan is told of just that request", async () => {
  const runs = planner(async () => {
    throw new SessionError("not-found", "No session matches codex:a.");
  });
  const told: Message[] = [];
  await perform(task, testWorld({ runs }), (message) => told.push(message), signal);
  expect(told).toEqual([{ type: "not-planned", request: 3, reason: "No session matches codex:a." }]);
});

test("a brief goes to the clipboard", async () => {
  const world = testWorld();
  await perform({ type: "copy", text: "the brief" }, world, () => {}, signal);
  expect(world.copied).toEqual(["the brief"]);
});
