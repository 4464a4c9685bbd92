import type { Drift, RestorePlan, Reviews, Runner } from "@reprise/model";
import { expect, test } from "vitest";
import { resumePlan } from "../../../../test/support/plans.ts";
import { offered } from "../../../../test/support/review.ts";
import { testWorld } from "../../../../test/support/world.ts";
import type { Message, RoutedTask } from "../state.ts";
import { perform } from "../tasks.ts";

const file: Drift = {
  kind: "file",
  subject: "a.ts",
  recorded: "edited by the session",
  now: "changed since",
  widens: false,
  note: null,
};

async function resumedWith(plan: RestorePlan): Promise<Message> {
  const told: Message[] = [];
  const reviews = { prepare: async () => ({ prompt: "Resolve them.", cwd: "/srv" }) } as unknown as Reviews;
  const world = testWorld({
    runs: { plan: async () => plan } as unknown as Runner,
    reviews: async () => reviews,
  });
  const task = {
    route: { target: {}, settings: {}, isForced: false, agent: "codex" },
    attempt: 1,
    task: { type: "resume", offered, comments: [] },
  } as unknown as RoutedTask;
  await perform(task, world, (message) => told.push(message), new AbortController().signal);
  const [message] = told;
  if (message?.type !== "attempted") throw new Error("Nothing was told.");
  return message.message;
}

test.each([
  ["if nothing has to be agreed to", {}],
  ["also if a file may not have changed at all", { drift: [{ ...file, now: null }] }],
])("a run is resumed at once %s", async (_, given) => {
  const message = await resumedWith(resumePlan(given));
  expect(message).toMatchObject({ type: "live-opened" });
});

test.each([
  ["a file that somebody changed", { drift: [file] }],
  ["the git head", { drift: [{ ...file, kind: "git", subject: "head" }] }],
  ["a recap", { recap: "make was cut off" }],
  ["an approval that only the agent's log claims", { approvals: [{ hash: "l", subject: "curl", source: "log" }] }],
] as const)("a run is not resumed before its plan was shown with %s", async (_, given) => {
  const message = await resumedWith(resumePlan(given as Parameters<typeof resumePlan>[0]));
  expect(message).toMatchObject({ type: "plan-opened" });
});
