import {
  type Answers,
  type Consent,
  type ConsentQuestion,
  callWords,
  consentByYes,
  consentFrom,
  type Drift,
  firstAnswers,
  questionsIn,
  type RestorePlan,
  type Settled,
} from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { count } from "../print/words.ts";
import { yesOrNo } from "./ask-person.ts";
import { saidSettings } from "./said-settings.ts";

/** Decisions only the person can make, before anything is sent. */
export function openQuestions(job: Job, plan: RestorePlan): readonly ConsentQuestion[] {
  return questionsIn(plan, settledIn(job));
}

/** `--yes`: accepts everything open, but wider permissions only with their own option. */
export function fullConsent({ values }: Job, person: Questions | null): Consent {
  return consentByYes({ allowsWider: values["allow-wider"], canAnswer: person !== null }, { steps: values.step });
}

/** Nobody can answer, also what the handshake may find. Null: something is open. */
export function bareConsent(job: Job, plan: RestorePlan): Consent | null {
  return openQuestions(job, plan).length === 0 ? agreed(job, plan, {}, false) : null;
}

/** Asks one line per open item. Null: the person declined. */
export async function askConsent(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const answers = await asked(person, openQuestions(job, plan));
  return answers && agreed(job, plan, answers, true);
}

/** Asks once before sending history; Enter, which names the cost, starts what is shown. Null: declined. */
export async function askStart(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const consent = await askBesides(job, plan, person);
  if (consent === null) return null;
  const calls = callWords(plan);
  const start = `Enter starts${calls === null ? "" : ` with ${calls}`}, Esc cancels`;
  return (await person.choose(start, { enter: "start" } as const)) === "start" ? consent : null;
}

/** The person agrees to the plan and its cost, or has; asks what that does not answer. */
export async function askBesides(job: Job, plan: RestorePlan, person: Questions): Promise<Consent | null> {
  const besides = openQuestions(job, plan).filter(({ kind, no }) => no === "continues" && kind !== "steps");
  const answers = await asked(person, besides);
  const started = { ...firstAnswers(plan), cost: true, steps: job.values.step };
  return answers && agreed(job, plan, { ...started, ...answers }, true);
}

async function asked(person: Questions, questions: readonly ConsentQuestion[]): Promise<Answers | null> {
  const answers: Record<string, boolean> = {};
  for (const { kind, text, no } of questions) {
    const chosen = await person.choose(`${text}? [y/n]`, yesOrNo);
    if (chosen !== "yes" && (chosen !== "no" || no === "stops")) return null;
    answers[kind] = chosen === "yes";
  }
  return answers;
}

function agreed(job: Job, plan: RestorePlan, answers: Answers, canAnswer: boolean): Consent | null {
  const allowsWider = job.values["allow-wider"];
  return consentFrom(plan, answers, { settled: settledIn(job), allowsWider, canAnswer });
}

export function settledIn(job: Job): Settled {
  return { settings: saidSettings(job) };
}

/** Expects the drift to be on screen already. */
export function goesOn(person: Questions, drift: readonly Drift[], signal?: AbortSignal) {
  const question = `${count(drift.length, "thing")} changed, as shown. Continue? [y/n]`;
  return person.choose(question, yesOrNo, signal);
}
