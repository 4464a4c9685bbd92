import { processWords } from "../plan-words/row.ts";
import { needsWider, type PlanOf, type RestorePlan } from "../restore.ts";
import type { Consent } from "../run.ts";
import { count } from "../text/count.ts";
import { exactLine } from "../text/exact-text.ts";
import { widerWords } from "../words/setting-words.ts";
import { approvalsOf, questionsIn, type Settled } from "./questions.ts";
import type { ConsentKind } from "./rules.ts";

/** An absent answer is a no. */
export type Answers = Readonly<Partial<Record<ConsentKind, boolean>>>;

/** Who carries the plan out, and how. */
interface Terms {
  readonly settled?: Settled | undefined;
  /** By an option or a tick of its own. */
  readonly allowsWider?: boolean | undefined;
  /** Somebody answers the agent's requests, and decides if it reports other settings than asked for. */
  readonly canAnswer: boolean;
  /** Takes further prompts. */
  readonly stays?: boolean | undefined;
}

/** The only place where a consent is made. Null: the person declined, or a question that must be agreed to was not asked. */
export function consentFrom(plan: RestorePlan, answers: Answers, terms: Terms): Consent | null {
  const { settled, allowsWider = false, canAnswer, stays } = terms;
  const questions = questionsIn(plan, settled);
  if (questions.some(({ kind, no }) => no === "stops" && answers[kind] !== true)) return null;
  const isYes = (kind: ConsentKind) => questions.some((one) => one.kind === kind) && answers[kind] === true;
  return {
    drift: canAnswer ? "ask" : "refuse",
    segments: isYes("steps") ? "ask" : "send",
    reappliesApprovals: isYes("approvals"),
    trustsLog: isYes("log-approvals"),
    sendsRecap: isYes("recap"),
    allowsWider,
    canAnswer,
    ...(stays === undefined ? {} : { stays }),
  };
}

/** Of a plan that is shown whole: what starting it agrees to, before the person has changed a tick. */
export function firstAnswers(plan: RestorePlan, settled?: Settled): Answers {
  return Object.fromEntries(questionsIn(plan, settled).map(({ kind, atFirst }) => [kind, atFirst]));
}

/**
 * `--yes`: accepts changes that add no permissions, also those that the agent reports later, reuses saved approvals, sends the
 * recap, pays. A log can be edited: its claims are trusted only together with `--allow-wider`.
 */
export function consentByYes(
  { allowsWider, canAnswer }: Pick<Terms, "allowsWider" | "canAnswer">,
  { steps = false }: Pick<Answers, "steps"> = {},
): Consent {
  return {
    drift: "accept",
    segments: steps ? "ask" : "send",
    reappliesApprovals: true,
    trustsLog: allowsWider === true,
    sendsRecap: true,
    allowsWider: allowsWider === true,
    canAnswer,
  };
}

/** What no answer can allow, in words; null: nothing is in the way. Wider permissions need an option of their own. */
export function whyNot(plan: RestorePlan, { allowsWider = false }: Pick<Terms, "allowsWider"> = {}): string | null {
  if (plan.owner !== null) return `it is open in ${processWords(plan.owner)}`;
  if (needsWider(plan) && !allowsWider) {
    const wider = widerWords(plan.drift);
    return `wider permissions${wider === "" ? "" : ` (${exactLine(wider)})`}`;
  }
  return plan.mode === null ? (plan.refusals[0]?.detail ?? "it cannot be continued") : null;
}

/** A resume that nobody has to agree to. */
export function canStartSilently(
  plan: RestorePlan,
  terms: Pick<Terms, "settled" | "allowsWider"> = {},
): plan is PlanOf<"resume"> {
  return whyNotSilently(plan, terms) === null;
}

/** Why a resume does not start without the person, in words; null: it can. */
export function whyNotSilently(
  plan: RestorePlan,
  { settled, allowsWider }: Pick<Terms, "settled" | "allowsWider"> = {},
): string | null {
  const obstacle = whyNot(plan, { allowsWider });
  if (obstacle !== null) return obstacle;
  if (plan.mode !== "resume") return plan.refusals[0]?.detail ?? "it cannot be resumed";
  const open = questionsIn(plan, settled).map(({ subject }) => subject);
  return open.length === 0 ? null : `needs your answer: ${open.join(", ")}`;
}

/** Why a session is not resumed with others while nobody answers; null: it can be. Its approvals are not reused then. */
export function needsPerson(plan: RestorePlan): string | null {
  const { length } = plan.pending;
  return (
    whyNotSilently(plan, { settled: { remembers: false } }) ??
    (length === 0 ? null : `${count(length, "request")} of it ${length === 1 ? "was" : "were"} never answered`)
  );
}

/** Nobody is there to answer: requests are declined, and nothing that needs an answer is done. */
export function unattendedConsent(plan: RestorePlan): Consent | null {
  return needsPerson(plan) === null ? consentFrom(plan, {}, { canAnswer: false }) : null;
}

/** A round of a project is agreed to with the project: it accepts changes and sends the recap, but reuses and widens nothing. */
export const roundConsent: Consent = {
  drift: "accept",
  reappliesApprovals: false,
  trustsLog: false,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: false,
};

/** The approvals of a plan that a consent covers: a yes to one kind is none to the other. */
export function agreedApprovals(
  plan: RestorePlan,
  { reappliesApprovals, trustsLog = false }: Pick<Consent, "reappliesApprovals" | "trustsLog">,
) {
  const { saved, claimed } = approvalsOf(plan);
  return { saved: reappliesApprovals ? saved : [], claimed: trustsLog ? claimed : [] };
}
