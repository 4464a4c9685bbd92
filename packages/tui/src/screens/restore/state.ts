import type { RestoreMode, RestorePlan, SessionId, Settings, Timestamp, Wish } from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import type { Route } from "../../kernel/route.ts";
import type { World } from "../../world.ts";
import { guardIfPaidOrWider } from "./enter-guard.ts";
import { type RestoreRequest, type Subject, wishOf } from "./restore-subject.ts";

export interface State {
  readonly subject: Subject;
  /** What it was opened for; gone back to with the agent it was. */
  readonly firstModes: readonly RestoreMode[];
  /** The plan on the screen is what was left after a refusal: made again, it begins with what was wanted first. */
  readonly isNextBest: boolean;
  /** The plan that is waited for, or was last; what comes for an earlier one is too late. */
  readonly request: number;
  readonly plannedAt: Timestamp;
  readonly reappliesApprovals: boolean;
  readonly sendsRecap: boolean;
  readonly isStepwise: boolean;
  /** Of the questions. */
  readonly chosen: number;
  /** The first line in view. */
  readonly top: number;
  /** A plan that costs money has just come: an Enter that was pressed for something else does not begin it. */
  readonly hush: number | null;
  /** Said once, until the next key. */
  readonly note: string | null;
}

export type Message =
  | { readonly type: "planned"; readonly request: number; readonly plan: RestorePlan; readonly at: Timestamp }
  | { readonly type: "hush-over"; readonly edition: number }
  | { readonly type: "not-planned"; readonly request: number; readonly reason: string };

/** None of them starts or sends anything. */
export type Task =
  | { readonly type: "plan"; readonly request: number; readonly session: SessionId; readonly wish: Wish }
  | { readonly type: "wait"; readonly ms: number; readonly message: Message }
  | { readonly type: "copy"; readonly text: string };

/** A plan that is known already is shown; otherwise one is asked for. */
export function begin(opening: Route & { readonly screen: "restore" }, world: World): Beginning<State, Task> {
  const { session, modes, isStepwise, plan } = opening;
  const subject: Subject = {
    session,
    asked: plan === null ? askedFirst(opening, world.cwd) : askedBy(plan, opening, world.cwd),
    plan,
    failure: null,
    earlier: [],
    here: { cwd: world.cwd, agents: world.traits, agent: world.agent, isDemo: world.isDemo },
  };
  const state: State = {
    subject,
    firstModes: modes,
    isNextBest: plan !== null && modes.length > 0,
    request: 0,
    plannedAt: world.now(),
    reappliesApprovals: false,
    sendsRecap: true,
    isStepwise,
    chosen: 0,
    top: 0,
    hush: null,
    note: null,
  };
  return plan === null ? { state, tasks: [planTask(state)] } : guardIfPaidOrWider(state);
}

export function planTask({ request, subject }: State): Task {
  return { type: "plan", request, session: subject.session.id, wish: wishOf(subject.asked) };
}

type Given = Route & { readonly screen: "restore" };

/** Where no folder is recorded, the one the person is in is the only one there is to go on in. */
function askedFirst({ session, modes, at, via }: Given, cwd: string): RestoreRequest {
  const settings = session.workspace === null ? { cwd } : {};
  return { modes, to: null, via: via ?? null, at: at ?? null, settings, allowsWider: false };
}

/** What must be said to get this plan again. */
function askedBy(plan: RestorePlan, given: Given, cwd: string): RestoreRequest {
  const first = askedFirst(given, cwd);
  const said = plan.drift.filter(
    ({ kind, now }) => (kind === "setting" || kind === "folder") && now !== null,
  );
  return {
    ...first,
    modes: plan.mode === null ? given.modes : [plan.mode],
    to: plan.target === given.session.agent ? null : plan.target,
    via: plan.mode === "replay" ? plan.via : null,
    settings: {
      ...first.settings,
      ...(Object.fromEntries(said.map(({ subject, now }) => [subject, now])) as Partial<Settings>),
    },
  };
}
