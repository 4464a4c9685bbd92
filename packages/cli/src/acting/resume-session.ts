import type { Consent, RestorePlan, Runner, Wish } from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { json } from "../print/json.ts";
import { resumeCommand } from "../print/next-step.ts";
import { planShape } from "../print/plan-json.ts";
import { planText } from "../print/plan-text.ts";
import { checkPossible } from "./check-possible.ts";
import { conclude } from "./conclude.ts";
import { askConsent, bareConsent, fullConsent, isNothingOpen, openQuestions } from "./consent.ts";
import { type Ending, resumed } from "./ending.ts";
import { faceOf } from "./face.ts";
import { follow } from "./follow.ts";
import { aboutSession } from "./named-session.ts";
import { checkStillParked, waitForReset } from "./park.ts";
import { personOf } from "./person.ts";
import { refuse } from "./refuse.ts";
import { wishOf } from "./settings.ts";

export interface Wanted {
  /** As the person names it. */
  readonly session: string;
  readonly prompt: string | null;
  /** `--yes`, or a yes to a list of sessions. */
  readonly acceptsAll: boolean;
}

/** Plan, show, ask, carry out. */
export async function resumeSession(job: Job, wanted: Wanted): Promise<ExitCode> {
  const runner = await job.runner();
  const wish = wishOf(job, wanted.prompt);
  const plan = await aboutSession(job, wanted.session, (session) => runner.plan(session, wish));
  if (job.values["dry-run"]) return tellPlan(job, plan);
  return conclude(job, await carryOut(job, runner, plan, { ...wanted, wish }));
}

/** Throws `refused` or `busy` where it does not come to a run. */
export async function carryOut(
  job: Job,
  runner: Runner,
  planned: RestorePlan,
  wanted: Wanted & { readonly wish: Wish },
): Promise<Ending> {
  const person = personOf(job);
  let [plan, consent] = [planned, await agreed(job, planned, wanted, person)];
  const until = job.values["when-reset"] ? await waitForReset(job, runner, plan) : null;
  if (until !== null) {
    plan = await runner.plan(plan.session, wanted.wish);
    await checkStillParked(runner, plan, until);
    const isSame = asked(job, plan) === asked(job, planned);
    consent = isSame ? consent : await agreed(job, plan, wanted, person);
  }
  return follow(job, (onControls, signal) => runner.restore(plan, consent, onControls, signal), {
    ...{ start: resumed(plan), face: faceOf(job), person },
  });
}

async function agreed(
  job: Job,
  plan: RestorePlan,
  wanted: Wanted,
  person: Questions | null,
): Promise<Consent> {
  if (person !== null) await job.stderr.write(planText(plan, job.paint));
  await checkPossible(job, plan, person);
  if (wanted.acceptsAll) return fullConsent(job, person);
  if (person !== null) {
    const consent = await askConsent(job, plan, person);
    return consent ?? refuse(job, plan, { message: "Nothing was done.", wasShown: true });
  }
  if (isNothingOpen(openQuestions(job, plan))) return bareConsent(job);
  const prompt = wanted.prompt === null ? [] : [wanted.prompt];
  const commands = [resumeCommand(plan.session, ...prompt, "--yes")];
  return refuse(job, plan, { message: onlyYou, commands });
}

const onlyYou =
  "Something is open that only you can decide: what changed, which approvals to apply again, or whether to tell the agent what was left unfinished. Nothing was done.";

async function tellPlan({ values, stdout, paint }: Job, plan: RestorePlan): Promise<ExitCode> {
  await stdout.write(values.json ? `${json(planShape(plan))}\n` : planText(plan, paint));
  return exitCodes.done;
}

function asked(job: Job, plan: RestorePlan): string {
  return JSON.stringify([openQuestions(job, plan), plan.mode, plan.approvals, plan.account]);
}
