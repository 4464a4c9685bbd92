import {
  type Agent,
  type AgentTraits,
  type Refusal,
  type ReplayWay,
  type RestoreMode,
  type RestorePlan,
  type SessionSummary,
  type Settings,
  usualWish,
  type Wish,
} from "@reprise/model";

/** What the person wants, in this session, as far as it is not what everybody wants. */
export interface RestoreRequest {
  readonly modes: readonly RestoreMode[];
  /** Null: the agent it was. */
  readonly to: Agent | null;
  /** How a new thread is told; null: without a model call where that is possible. */
  readonly via: ReplayWay | null;
  readonly at: number | null;
  /** What is said otherwise than recorded. */
  readonly settings: Partial<Settings>;
  readonly allowsWider: boolean;
}

/** What is shown, and changes only with a plan. */
export interface Subject {
  readonly session: SessionSummary;
  readonly asked: RestoreRequest;
  /** Null while it is made, or when that failed. */
  readonly plan: RestorePlan | null;
  /** Why there is no plan. */
  readonly failure: string | null;
  /** Why the modes that were tried before are not possible. */
  readonly earlier: readonly Refusal[];
  readonly here: Here;
}

/** Where the person is. */
interface Here {
  readonly cwd: string;
  readonly agents: readonly AgentTraits[];
  /** Who begins a new session. */
  readonly agent: Agent;
  readonly isDemo: boolean;
}

/** Nothing is sent until the person says something. */
export function wishOf({ modes, to, via, at, settings, allowsWider }: RestoreRequest): Wish {
  return { ...usualWish, modes, to, via, at, settings, allowsWider, isSilent: true };
}

/** What it is about: the plan's mode; of a refused plan the last that was tried, before there is one the first. */
export function modeOf({ plan, asked }: Subject): RestoreMode {
  if (plan === null) return asked.modes[0] ?? "resume";
  return plan.mode ?? plan.refusals.at(-1)?.mode ?? asked.modes.at(-1) ?? "resume";
}

export function targetOf({ plan, asked, session }: Subject): Agent {
  return plan?.target ?? asked.to ?? session.agent;
}

/** The present folder was chosen instead of the recorded one. */
export function isHere({ asked, here }: Subject): boolean {
  return asked.settings.cwd === here.cwd;
}
