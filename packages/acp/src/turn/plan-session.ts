import {
  type Agent,
  agentOf,
  busyWords,
  noSettings,
  type RestorePlan,
  type Runner,
  type SessionId,
  type Settings,
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
 * A plan that can be carried out. Wider permissions only as the person chose them by name; otherwise with the
 * narrower settings, if the person agrees. Throws what prevents it; null: the person declined.
 */
export async function planSession(planning: Planning): Promise<Planned | null> {
  const { runner, session } = planning;
  const wish = wishOf(planning);
  const plan = await runner.plan(session, wish);
  if (!isWider(plan)) return { plan: checked(plan), allowsWider: false, isAgreed: false };
  if (isByChoice(plan, planning.sandbox)) {
    const isYes = await ask(planning, plan, `Allow more than before: ${widerWords(plan.drift)}?`, "Allow it");
    if (!isYes) return null;
    const wider = await runner.plan(session, { ...wish, allowsWider: true });
    return { plan: checked(wider), allowsWider: true, isAgreed: true };
  }
  const narrow = narrowed(plan);
  const narrower =
    narrow === null
      ? null
      : await runner.plan(session, { ...wish, settings: { ...wish.settings, ...narrow } });
  if (narrower?.mode !== "resume" || isWider(narrower)) throw refused(widerRefusal(plan));
  const title = `It was recorded with wider permissions than yours (${widerWords(plan.drift)}). Continue with yours?`;
  if (!(await ask(planning, narrower, title, "Continue with mine"))) return null;
  return { plan: checked(narrower), allowsWider: false, isAgreed: true };
}

/** The settings that are not wider; null if something else is. */
function narrowed({ drift }: RestorePlan): Partial<Settings> | null {
  const wider = drift.filter(({ widens }) => widens);
  const isSettings = wider.every(
    ({ kind, subject, recorded }) => kind === "setting" && subject in noSettings && recorded !== null,
  );
  return isSettings ? Object.fromEntries(wider.map(({ subject, recorded }) => [subject, recorded])) : null;
}

async function ask(
  { editor, signal }: Planning,
  plan: RestorePlan,
  title: string,
  yes: string,
): Promise<boolean> {
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
    wider.length > 0 &&
    sandbox !== null &&
    wider.every(({ subject, now }) => subject === "sandbox" && now === sandbox)
  );
}

function widerRefusal(plan: RestorePlan): string {
  return `${refusalText(plan)}\nTo allow it: reprise resume ${plan.session} --allow-wider`;
}

function refusalText({ session, refusals }: RestorePlan): string {
  const details = new Set(refusals.map(({ detail }) => detail));
  return [`${session} cannot be continued.`, ...details].join("\n");
}
