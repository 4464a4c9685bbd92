import {
  type Consent,
  type Drift,
  exactLine,
  isExpectedToFail,
  type RestorePlan,
  type Runner,
  widerWords,
} from "@reprise/model";
import type { Questions } from "../../ask/questions.ts";
import type { Job } from "../../commands/command.ts";
import type { ExitCode } from "../../exit.ts";
import { warningText } from "../../print/error-text.ts";
import { restoreCommand, resumeCommand } from "../../print/plan/next-step.ts";
import { narrowedLines, planText } from "../../print/plan/plan-text.ts";
import { personOf } from "../ask-person.ts";
import { askBesides, askConsent, askStart, bareConsent, fullConsent, openQuestions } from "../consent.ts";
import { aboutSession } from "../named-session.ts";
import { refuse } from "../refuse.ts";
import { carryOutPlan } from "../restore/carry-out.ts";
import { printPlan } from "../restore/print-plan.ts";
import type { Caller } from "../run/caller.ts";
import { conclude } from "../run/conclude.ts";
import type { RunOutcome } from "../run/run-outcome.ts";
import { shortIdFor } from "../short-id.ts";
import { checkPossible } from "./check-possible.ts";
import { lowerPlan } from "./lower-plan.ts";
import { type ResumeWish, resumeWish, sayAgain } from "./resume-wish.ts";
import { checkStillParked, waitForReset } from "./wait-for-reset.ts";

interface Named {
  readonly session: string;
  readonly prompt: string | null;
  readonly acceptsAll: boolean;
  readonly caller?: Caller | null;
}

/** Plan, show, ask, carry out; repeats with the next mode when the agent refuses this one. */
export async function resumeSession(job: Job, named: Named): Promise<ExitCode> {
  const runner = await job.runner();
  const wanted = await resumeWish(job, named);
  const plan = await aboutSession(job, named.session, (session) => runner.plan(session, wanted.wish));
  if (job.values["dry-run"]) return printPlan(job, plan);
  const outcome = await carryOut(job, runner, plan, wanted);
  return (named.caller ?? { conclude }).conclude(job, outcome);
}

/** Throws `refused` or `busy` if no run results. */
export async function carryOut(
  job: Job,
  runner: Runner,
  planned: RestorePlan,
  wanted: ResumeWish,
): Promise<RunOutcome> {
  let [plan, wasTold] = [planned, false];
  for (;;) {
    const ready = await inTime(job, runner, { plan, consent: await agreed(job, plan, wanted, wasTold) }, wanted);
    const outcome = await carryOutPlan(job, runner, {
      ...ready,
      again: sayAgain(job, plan, wanted, { fallback: plan.mode, yes: true }),
    });
    const next = await nextPlan(runner, ready.plan, outcome, wanted);
    if (next === null) return outcome;
    [plan, wasTold] = [next, job.values.json]; // with --json the refusal holds the plan
  }
}

/** The possible alternative, limited to the modes the person wants. */
async function nextPlan(
  runner: Runner,
  { mode }: RestorePlan,
  outcome: RunOutcome,
  { fallback, wish }: ResumeWish,
): Promise<RestorePlan | null> {
  const next = outcome.isUnread ? null : lowerPlan(mode, outcome);
  if (next === null || fallback !== "handoff" || next.mode === "handoff") return next;
  const brief = await runner.plan(next.session, { ...wish, modes: ["handoff"] });
  return { ...brief, refusals: [...next.refusals, ...brief.refusals] };
}

interface Ready {
  readonly plan: RestorePlan;
  readonly consent: Consent;
}

/** With `--when-reset`: waits for the reset, then plans again. */
async function inTime(job: Job, runner: Runner, ready: Ready, wanted: ResumeWish): Promise<Ready> {
  if (!job.values["when-reset"]) return ready;
  const until = await waitForReset(job, runner, ready.plan);
  if (until === null) return ready;
  const plan = await runner.plan(ready.plan.session, wanted.wish);
  await checkStillParked(runner, plan, until);
  await refuseWidened(job, ready.plan, plan);
  const isSame = asked(job, plan) === asked(job, ready.plan);
  return { plan, consent: isSame ? ready.consent : await agreed(job, plan, wanted, false) };
}

/** `--allow-wider` was given for what the plan showed before the wait. */
async function refuseWidened(job: Job, before: RestorePlan, plan: RestorePlan): Promise<void> {
  const keyOf = ({ subject, now }: Drift) => `${subject} ${now}`;
  const known = new Set(before.drift.filter(({ widens }) => widens).map(keyOf));
  const added = plan.drift.filter((row) => row.widens && !known.has(keyOf(row)));
  if (added.length === 0) return;
  const message = `Permissions have become wider while it waited: ${exactLine(widerWords(added))}. Nothing was sent.`;
  await refuse(job, plan, { message, commands: [resumeCommand(plan.session)] });
}

async function agreed(job: Job, plan: RestorePlan, wanted: ResumeWish, wasTold: boolean): Promise<Consent> {
  const person = personOf(job);
  if (person !== null) await job.stderr.write(planText(plan, job.paint, await shortIdFor(job, plan.session, "stderr")));
  else if (!job.values.json) for (const line of narrowedLines(plan)) await job.stderr.write(line);
  const wasShown = person !== null || wasTold;
  const answer = await checkPossible(job, plan, wanted, { person, wasShown });
  const bare = bareConsent(job, plan);
  if (plan.mode === "handoff" && bare !== null) return bare;
  const isDoubtful = isExpectedToFail(plan);
  const repairs = isDoubtful ? [restoreCommand("repair", plan.session)] : [];
  if (wanted.acceptsAll) {
    if (isDoubtful && !wasShown) await warnOfFailure(job, plan);
    return fullConsent(job, person);
  }
  if (person !== null) {
    const consent = await askHow(job, plan, person, answer);
    return consent ?? refuse(job, plan, { message: "Nothing was done.", commands: repairs, wasShown });
  }
  const isResume = plan.mode === "resume";
  if (bare !== null) return bare;
  const same = sayAgain(job, plan, wanted, { yes: true, ...(isResume ? {} : { fallback: plan.mode }) });
  const message = isDoubtful ? willFail : isResume ? onlyYou : needsYes;
  return refuse(job, plan, { message, commands: [...repairs, same], wasShown });
}

/** `--yes` accepts the risk, but the warning is still printed. */
async function warnOfFailure(job: Job, plan: RestorePlan): Promise<void> {
  const [first] = plan.mode === "resume" ? plan.ailments : [];
  if (!first) return;
  const { session } = plan;
  const detail = `A resume is expected to fail. ${first.detail} To continue from one: ${restoreCommand("repair", session)}`;
  const warning = { kind: "expected-to-fail", path: first.file, detail } as const;
  await job.stderr.write(warningText(warning, { asJson: job.values.json }));
}

function askHow(job: Job, plan: RestorePlan, person: Questions, answer: "asked" | "chosen"): Promise<Consent | null> {
  if (plan.mode === "resume") return askConsent(job, plan, person);
  return answer === "asked" ? askBesides(job, plan, person) : askStart(job, plan, person);
}

const onlyYou =
  "Your decision is needed: on changes since, on saved approvals, or on the recap of unfinished work. Nothing was done.";
const willFail =
  "A resume is expected to fail, as shown; a cleaned copy is not. Either needs your consent. Nothing was done.";
const needsYes = "It cannot be resumed; this alternative needs your consent. Nothing was done.";

function asked(job: Job, plan: RestorePlan): string {
  return JSON.stringify([openQuestions(job, plan), plan.mode]);
}
