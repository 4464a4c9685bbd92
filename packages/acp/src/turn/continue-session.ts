import type { RestorePlan, StartedRun } from "@reprise/model";
import { agreeTo } from "./consent.ts";
import { cancelledOutcome, type TurnOutcome } from "./outcome.ts";
import { checked, type Planning, planSession } from "./plan-session.ts";

export interface Continuing extends Planning {
  /** This process has continued the session before: its files and commits change under the eyes of the person. */
  readonly isKnown: boolean;
  /** Saved prompts that are part of the prompt. */
  readonly carries: readonly string[];
  readonly follow: (plan: RestorePlan, starting: Promise<StartedRun>) => Promise<TurnOutcome>;
}

/** Plans, asks, carries out; if the agent refuses, again with the next mode. */
export async function continueSession(continuing: Continuing): Promise<TurnOutcome> {
  const { runner, editor, signal, isKnown, carries, follow } = continuing;
  const planned = await planSession(continuing);
  if (planned === null) return cancelledOutcome;
  let { plan } = planned;
  for (;;) {
    const settled = {
      // The folder is the editor's: that the session continues in another one than its own is asked.
      settings: continuing.sandbox === null ? {} : { sandbox: continuing.sandbox },
      isFollowed: isKnown,
      hasAgreedToChanges: planned.isAgreed && plan === planned.plan,
    };
    const consent = await agreeTo(plan, { editor, signal, settled, allowsWider: planned.allowsWider });
    if (consent === null || signal.aborted) return cancelledOutcome;
    const outcome = await follow(plan, runner.restore(plan, { ...consent, carries }));
    const next = nextPlan(plan, outcome);
    if (next === null || signal.aborted) return outcome;
    plan = checked(next);
  }
}

const ladder: readonly RestorePlan["mode"][] = ["resume", "fork", "replay", "handoff"];

/** The plan that came with a refusal, if it needs less than the refused one and the person has not declined. */
function nextPlan({ mode }: RestorePlan, { status, refused: plan }: TurnOutcome): RestorePlan | null {
  if (status !== "refused" || plan === null || plan.mode === null || plan.mode === "handoff") return null;
  const reason = plan.refusals.at(-1)?.reason;
  if (reason === "not-wanted" || reason === "wider-permissions") return null;
  return ladder.indexOf(plan.mode) > ladder.indexOf(mode) ? plan : null;
}
