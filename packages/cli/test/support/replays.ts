import { asThreadId, type PlanOf, type RestoreEvent, type RunId, type SessionId } from "@reprise/model";
import { ended, plan, settings } from "./plans.ts";
import type { Stage, Step } from "./script.ts";

/** A plan to tell three segments to a new thread. */
export function replayPlan(given: Partial<PlanOf<"replay">> = {}): PlanOf<"replay"> {
  return plan({ mode: "replay", ...given });
}

export function handoffPlan(given: Partial<PlanOf<"handoff">> = {}): PlanOf<"handoff"> {
  return plan({ mode: "handoff", ...given });
}

export const newThread: readonly RestoreEvent[] = [
  { type: "run-started", run: "run-3" as RunId, agent: "codex", settings },
  { type: "thread", thread: asThreadId("new"), isPersisted: true },
];

export function restoring(doneCount: number, totalCount = 3): RestoreEvent {
  return { type: "restoring", doneCount, totalCount, items: [`${doneCount}.1`], tokens: 1900 };
}

export const restored: RestoreEvent = {
  type: "restored",
  session: "codex:new" as SessionId,
  thread: asThreadId("new"),
  from: "codex:a" as SessionId,
  via: "segments",
  itemCount: 6,
  segmentCount: 3,
  sentTokens: 5700,
};

export const replaySteps: readonly Step[] = [
  ...newThread,
  ...[1, 2, 3].map((number) => restoring(number)),
  restored,
  ended(),
];

export const brief: RestoreEvent = {
  type: "brief",
  text: "Restore this session:\nGoal: \u001b[31mmend it.\n",
  tokens: 12,
};

/** Before a segment, as a runner does it: asks, and ends where the answer is no. */
export function asked(number: number, press: (stage: Stage) => void): Step {
  return async (stage) => {
    if (stage.consent?.segments !== "ask") return null;
    const answer = stage.ask({ kind: "segment", segment: number, segmentCount: 3 });
    press(stage);
    return (await answer) === false ? { type: "restore-cancelled", doneCount: number - 1, totalCount: 3 } : null;
  };
}
