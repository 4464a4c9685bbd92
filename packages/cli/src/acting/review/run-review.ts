import {
  type Offer,
  type ReviewRunWish,
  type Runner,
  type RunScope,
  type RunWish,
  reviewScope,
  sessionIdOf,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import { commandLine, operandWords } from "../../arguments/command-line.ts";
import type { Values } from "../../arguments/options.ts";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { runPlan, runPlanText } from "../../print/plan/run-plan.ts";
import { reportText } from "../../print/review/report-text.ts";
import { personOf } from "../ask-person.ts";
import { chooseOffer } from "../resume/choose-offer.ts";
import { continueOffer } from "../resume/continue-offer.ts";
import type { Caller } from "../run/caller.ts";
import { conclude } from "../run/conclude.ts";
import type { RunOutcome } from "../run/run-outcome.ts";
import { startRun } from "../run/start-run.ts";
import { saidSettings } from "../said-settings.ts";
import type { ChosenComments } from "./chosen-comments.ts";

/** Works on the comments: in the thread of the interrupted run, or in a new one. */
export async function runReview(job: Job, chosen: ChosenComments): Promise<ExitCode> {
  const { values } = job;
  const reviews = await job.reviews();
  const wish = reviewWish(job, chosen);
  const fresh = await reviews.prepare(wish); // refuses before anything is asked
  const runner = await job.runner();
  const scope = reviewScope(chosen.target);
  const offered = (await runner.offer(scope, true)) ?? (values.resume ? await latestUnfinished(runner, scope) : null);
  const offer = values.agent === null || offered?.agent === values.agent ? offered : null;
  if (values["dry-run"] && !values.resume) return tellPlan(job, fresh, offer);
  const caller = callerOf(job, chosen);
  const again = await reviews.prepare({ ...wish, agent: offer?.agent ?? wish.agent, isResumed: true });
  const choice = await chooseOffer(job, offer, {
    prompt: again.prompt,
    isSame: offer?.session === null,
    nothing: "No run of this pull request can be resumed. Leave out --resume to start one.",
    say: (answer) => caller.say({ [answer]: true }),
  });
  if (choice === "resume" && offer !== null) {
    // It never reached an agent: the comments of today replace its prompt.
    if (offer.session === null) return startRun(job, { ...fresh, carries: [offer.run] }, caller);
    const here: Job = { ...job, values: { ...values, cwd: again.cwd } };
    return continueOffer(here, offer, again.prompt, { acceptsAll: values.yes, caller });
  }
  if (offer !== null) await runner.decline(offer.run);
  return startRun(job, fresh, caller);
}

/** `--resume` names it: also one that is not offered any more, such as after its agent refused to resume it. */
async function latestUnfinished(runner: Runner, scope: RunScope): Promise<Offer | null> {
  const [latest] = await runner.runs(scope);
  if (!latest?.thread || latest.status === "completed" || latest.status === "running") return null;
  const { run, agent, startedAt, status } = latest;
  const session = sessionIdOf(agent, latest.thread);
  const state = status === "cancelled" ? "stopped" : status;
  return { run, agent, startedAt, state, session, mode: "resume", prompt: null };
}

function reviewWish(job: Job, { target, comments }: ChosenComments): ReviewRunWish {
  const { values, machine } = job;
  const { cwd: _, ...settings } = saidSettings(job);
  return {
    target,
    comments: [...comments],
    settings,
    agent: values.agent ?? machine.agents[0].agent,
    canAnswer: personOf(job) !== null,
    isResumed: false,
    isForced: values.force,
  };
}

function callerOf(job: Job, chosen: ChosenComments): Caller {
  const say = (more: Partial<Values>) => {
    const values = { ...job.values, ...more };
    return commandLine("review", { ...values, resume: values.resume && !values.fresh }, operandWords(job.operands));
  };
  return {
    say,
    conclude: async (_, outcome) => {
      const next = say({ resume: true, fresh: false, json: false });
      const code = await conclude(job, outcome, next);
      if (!job.values.json && !outcome.isUnread) await printReport(job, chosen, outcome);
      return code;
    },
  };
}

async function printReport(job: Job, { target, comments }: ChosenComments, { run }: RunOutcome): Promise<void> {
  if (run === null) return;
  const report = await (await job.reviews()).report(target, comments, run);
  await job.stdout.write(`\n${reportText(report, job.paint)}`);
}

async function tellPlan({ values, stdout }: Job, wish: RunWish, offer: Offer | null): Promise<ExitCode> {
  await stdout.write(values.json ? `${json("run-plan", runPlan(wish, offer))}\n` : runPlanText(wish, offer));
  return exitCodes.done;
}
