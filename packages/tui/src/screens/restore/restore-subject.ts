import {
  type Agent,
  type AgentTraits,
  type Refusal,
  type ReplayWay,
  type RestoreMode,
  type RestorePlan,
  type RunId,
  type SessionSummary,
  type Settings,
  usualWish,
  type Wish,
} from "@reprise/model";

/** What the user asked for in this session, where it differs from the defaults. */
export interface RestoreRequest {
  readonly modes: readonly RestoreMode[];
  /** Null: the same agent. */
  readonly to: Agent | null;
  /** How a new thread gets the history; null: without a model call if possible. */
  readonly via: ReplayWay | null;
  readonly at: number | null;
  /** Changes to the recorded settings. */
  readonly settings: Partial<Settings>;
  readonly allowsWider: boolean;
  /** Sent at once; null: nothing is sent before the user writes. */
  readonly prompt: string | null;
  /** The run of the conversation below, which ends first. */
  readonly endsRun: RunId | null;
}

/** What is shown; changes only with a plan. */
export interface Subject {
  readonly session: SessionSummary;
  readonly asked: RestoreRequest;
  /** Null while it is being made, or if that failed. */
  readonly plan: RestorePlan | null;
  /** Why there is no plan. */
  readonly failure: string | null;
  /** Why the modes tried before were refused. */
  readonly earlier: readonly Refusal[];
  readonly here: Here;
}

/** The user's folder and agent. */
interface Here {
  readonly cwd: string;
  readonly agents: readonly AgentTraits[];
  /** The agent for new sessions. */
  readonly agent: Agent;
  readonly isDemo: boolean;
}

export function wishOf({ prompt, ...asked }: RestoreRequest): Wish {
  return { ...usualWish, ...asked, prompt, isSilent: prompt === null };
}

/** The plan's mode; if refused, the last one tried; without a plan, the first one asked for. */
export function modeOf({ plan, asked }: Subject): RestoreMode {
  if (plan === null) return asked.modes[0] ?? "resume";
  return plan.mode ?? plan.refusals.at(-1)?.mode ?? asked.modes.at(-1) ?? "resume";
}

/** What the person wants, also where nothing of it is possible. */
export function actionOf({ plan, asked }: Subject): RestoreMode {
  return plan?.mode ?? asked.modes[0] ?? "resume";
}

/** The next agent that may continue a session. */
export function agentAfter(agent: Agent, agents: readonly AgentTraits[]): Agent {
  const place = agents.findIndex((one) => one.agent === agent);
  return agents[(place + 1) % agents.length]?.agent ?? agent;
}

export function targetOf({ plan, asked, session }: Subject): Agent {
  return plan?.target ?? asked.to ?? session.agent;
}

/** The current folder was chosen instead of the recorded one. */
export function isHere({ asked, here }: Subject): boolean {
  return asked.settings.cwd === here.cwd;
}
