import { type RestoreMode, type RestorePlan, usualWish } from "@reprise/model";
import { planOf } from "@reprise/testkit";
import { expect } from "vitest";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";
import type { AilingCase } from "./case.ts";

export const restore: readonly RestoreMode[] = ["resume", "replay", "handoff"];

/** Told before anything is sent: what the agent refuses is not planned unless it is wanted, what a model refuses is said. */
export async function expectForewarned<Builder>(
  ailing: AilingCase<Builder>,
  session: string,
  env: Record<string, string>,
): Promise<void> {
  const plan = await planned(session, restore, env);
  if (ailing.naive === "agent" || ailing.naive === "lost") {
    expect(plan).toMatchObject({ mode: "replay", refusals: [{ mode: "resume" }] });
    return;
  }
  expect([plan.mode, plan.refusals]).toEqual(["resume", []]);
  const told = ailing.naive === "healed" ? [] : [{ kind: ailing.kind, onResume: "sent" }];
  expect(planOf(plan, "resume").ailments).toMatchObject(told);
  expect(planOf(plan, "resume").ailments).toHaveLength(told.length);
}

export async function planned(
  session: string,
  modes: readonly RestoreMode[],
  env: Record<string, string>,
): Promise<RestorePlan> {
  const runner = await openRunner(nodeHost(env));
  try {
    const settings = session.startsWith("gemini:") ? { model: "gemini-2.5-flash" } : {};
    const wish = { ...usualWish, modes, settings, prompt: "go on now", otherwise: "current" } as const;
    return await runner.plan(session, wish);
  } finally {
    runner.close();
  }
}
