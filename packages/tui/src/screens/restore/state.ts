import {
  type AnswerGuard,
  type Answers,
  noQuestion,
  type RestoreMode,
  type RestorePlan,
  type SessionId,
  type Settings,
  type Timestamp,
  type Wish,
} from "@reprise/model";
import type { Beginning } from "../../kernel/app.ts";
import type { Route } from "../../kernel/route.ts";
import type { World } from "../../world.ts";
import { guardIfGrave } from "./enter-guard.ts";
import { agentAfter, type RestoreRequest, type Subject, wishOf } from "./restore-subject.ts";

export interface State {
  readonly subject: Subject;
  /** The modes it was opened with; used again when the agent is switched back. */
  readonly firstModes: readonly RestoreMode[];
  /** The shown plan is a fallback after a refusal: planning again starts with the modes wanted first. */
  readonly isNextBest: boolean;
  /** The latest plan request; answers to earlier ones are ignored. */
  readonly request: number;
  readonly plannedAt: Timestamp;
  /** Answers that the user changed. */
  readonly answers: Answers;
  /** Opened from a conversation, which opens what is started here. */
  readonly isFromConversation: boolean;
  /** The selected question. */
  readonly chosen: number;
  /** The first visible line. */
  readonly top: number;
  /** A plan that costs money has just appeared: an Enter meant for something else does not start it. */
  readonly enterGuard: AnswerGuard;
  /** Shown until the next key. */
  readonly note: string | null;
}

export type Message =
  | { readonly type: "planned"; readonly request: number; readonly plan: RestorePlan; readonly at: Timestamp }
  | { readonly type: "enter-ready"; readonly edition: number }
  | { readonly type: "not-planned"; readonly request: number; readonly reason: string };

/** No task starts or sends anything. */
export type Task =
  | { readonly type: "plan"; readonly request: number; readonly session: SessionId; readonly wish: Wish }
  | { readonly type: "wait"; readonly ms: number; readonly message: Message }
  | { readonly type: "copy"; readonly text: string };

/** Shows a given plan; otherwise requests one. */
export function begin(opening: Route & { readonly screen: "restore" }, world: World): Beginning<State, Task> {
  const { session, modes, isStepwise, plan } = opening;
  const subject: Subject = {
    session,
    asked: plan === null ? askedFirst(opening, world) : askedBy(plan, opening, world),
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
    answers: { steps: isStepwise },
    isFromConversation: opening.conversation !== undefined,
    chosen: 0,
    top: 0,
    enterGuard: noQuestion,
    note: null,
  };
  return plan === null ? { state, tasks: [planTask(state)] } : guardIfGrave(state);
}

export function planTask({ request, subject }: State): Task {
  return { type: "plan", request, session: subject.session.id, wish: wishOf(subject.asked) };
}

type Here = Pick<World, "cwd" | "traits">;
type Given = Route & { readonly screen: "restore" };

/** Without a recorded folder, the current one is the only choice. */
function askedFirst(given: Given, { cwd, traits: agents }: Here): RestoreRequest {
  const { session, modes, at, via, prompt, settings: said, conversation } = given;
  const to = given.isElsewhere === true ? agentAfter(session.agent, agents) : session.agent;
  const settings = { ...(session.workspace === null ? { cwd } : {}), ...said };
  return {
    modes,
    to: to === session.agent ? null : to,
    via: via ?? null,
    at: at ?? null,
    settings,
    allowsWider: false,
    prompt: prompt ?? null,
    endsRun: conversation?.run ?? null,
  };
}

/** The request that produces this plan again. */
function askedBy(plan: RestorePlan, given: Given, here: Here): RestoreRequest {
  const first = askedFirst(given, here);
  const said = plan.drift.filter(({ kind, now }) => (kind === "setting" || kind === "folder") && now !== null);
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
