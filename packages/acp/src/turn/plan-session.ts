import {
  type Agent,
  agentOf,
  busyWords,
  type RestorePlan,
  type Runner,
  type SessionId,
  usualWish,
  type Wish,
  widerWords,
} from "@reprise/model";
import type { Editor } from "../editor.ts";
import { refused } from "../errors.ts";
import { choose, planContent } from "./consent.ts";

export interface Planning {
  readonly runner: Runner;
  readonly editor: Editor;
  readonly signal: AbortSignal;
  readonly session: SessionId;
  /** The agent that continues. */
  readonly agent: Agent;
  readonly sandbox: string | null;
  /** Another folder than the recorded one; null: the recorded one. */
  readonly cwd: string | null;
  readonly prompt: string;
}

export interface Planned {
  readonly plan: RestorePlan;
  readonly allowsWider: boolean;
  /** The person has seen what changes and agreed. */
  readonly isAgreed: boolean;
}

/**
 * A plan that can be carried out, with the narrower of recorded and configured permissions; wider ones only as the person chose
 * them by name. Throws what prevents it; null: the person declined.
 */
export async function planSession(planning: Planning): Promise<Planned | null> {
  const { runner, session } = planning;
  const wish = wishOf(planning);
  const plan = await runner.plan(session, wish);
  if (!isWider(plan)) return { plan: checked(plan), allowsWider: false, isAgreed: false };
  if (!isByChoice(plan, planning.sandbox)) throw refused(widerRefusal(plan));
  const isYes = await ask(planning, plan, `Allow more than before: ${widerWords(plan.drift)}?`, "Allow it");
  if (!isYes) return null;
  const wider = await runner.plan(session, { ...wish, allowsWider: true });
  return { plan: checked(wider), allowsWider: true, isAgreed: true };
}

async function ask({ editor, signal }: Planning, plan: RestorePlan, title: string, yes: string): Promise<boolean> {
  const question = { title, yes, no: "Cancel", content: planContent(plan) };
  return (await choose(editor, question, signal)) === true;
}

/** Throws if no mode is possible, or another program has the session open. */
export function checked(plan: RestorePlan): RestorePlan {
  const { session, owner, refusals } = plan;
  const isBusy = refusals.some(({ reason }) => reason === "busy");
  if (isBusy) throw refused(`${busyWords(owner, session)} send the prompt again.`);
  if (plan.mode === null || plan.mode === "handoff") throw refused(refusalText(plan));
  return plan;
}

function wishOf({ session, agent, sandbox, cwd, prompt }: Planning): Wish {
  const isSame = agent === agentOf(session);
  return {
    ...usualWish,
    settings: { ...(sandbox === null ? {} : { sandbox }), ...(cwd === null ? {} : { cwd }) },
    prompt,
    modes: isSame ? ["resume", "replay"] : ["replay"],
    to: isSame ? null : agent,
  };
}

function isWider({ refusals }: RestorePlan): boolean {
  return refusals.some(({ reason }) => reason === "wider-permissions");
}

/** Nothing is wider but the sandbox that the person chose. */
function isByChoice({ drift }: RestorePlan, sandbox: string | null): boolean {
  const wider = drift.filter(({ widens }) => widens);
  return (
    wider.length > 0 && sandbox !== null && wider.every(({ subject, now }) => subject === "sandbox" && now === sandbox)
  );
}

function widerRefusal(plan: RestorePlan): string {
  return `${refusalText(plan)}\nTo allow it: reprise resume ${plan.session} --allow-wider`;
}

function refusalText({ session, refusals }: RestorePlan): string {
  const details = new Set(refusals.map(({ detail }) => detail));
  return [`${session} cannot be continued.`, ...details].join("\n");
}
