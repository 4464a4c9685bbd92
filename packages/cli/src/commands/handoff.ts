import {
  exactLine,
  type RestorePlan,
  type Runner,
  type RunWish,
  SessionError,
  safeBody,
  turnsIn,
  widerWords,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import { personOf } from "../acting/ask-person.ts";
import { bareConsent } from "../acting/consent.ts";
import { refuse, refuseForGood } from "../acting/refuse.ts";
import { printPlan } from "../acting/restore/print-plan.ts";
import { briefTarget } from "../acting/restore/put-brief.ts";
import { agreeToStart, checkRestore, planNamed } from "../acting/restore/restore-session.ts";
import { conclude } from "../acting/run/conclude.ts";
import { followRun } from "../acting/run/follow-run.ts";
import { newOutcome, outcomeOfPlan, type RunOutcome } from "../acting/run/run-outcome.ts";
import { runPrinter } from "../acting/run/run-printer.ts";
import { checkExclusive, saidSettings, wishOf } from "../acting/said-settings.ts";
import { badUse } from "../arguments/bad-use.ts";
import { commandLine, operandWords } from "../arguments/command-line.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import type { Command, Job } from "./command.ts";

export const run: Command = async (job) => {
  const { values, stdout } = job;
  checkRestore(job);
  checkExclusive(values, ["run", "copy"], ["run", "output"], ["copy", "output"]);
  if (values.to !== null && !values.run) throw badUse("--to needs --run.");
  const runner = await job.runner();
  const plan = await planNamed(job, runner, wishOf(job, null, ["handoff"]));
  if (values["dry-run"]) return printPlan(job, plan);
  if (values.run) return runBrief(job, runner, plan);
  if (plan.mode === null) return refuseForGood(job, plan, { wasShown: false });
  const put = await briefTarget(job, plan);
  const { text, tokens } = await briefOf(job, runner, plan);
  await put(`${safeBody(text)}\n`);
  if (values.json) await stdout.write(`${json("handoff", { session: plan.session, text, tokens })}\n`);
  return exitCodes.done;
};

async function briefOf(job: Job, runner: Runner, plan: RestorePlan): Promise<NonNullable<RunOutcome["brief"]>> {
  const consent = bareConsent(job, plan);
  if (consent === null) return refuseForGood(job, plan, { wasShown: false });
  const face = { show: async () => {}, settle: async () => {}, end: async () => {} };
  const begin = () => runner.restore(plan, consent);
  const outcome = await followRun(job, begin, {
    start: outcomeOfPlan(plan, ""),
    printer: face,
    person: null,
  });
  if (outcome.brief !== null) return outcome.brief;
  if (outcome.status === "refused") return refuseForGood(job, outcome.refused ?? plan, { wasShown: false });
  throw new SessionError(
    "unreadable",
    `No brief of ${plan.session} was made. ${outcome.failure?.message ?? "Try again."}`,
  );
}

async function runBrief(job: Job, runner: Runner, plan: RestorePlan): Promise<ExitCode> {
  const wider = widerWords(plan.drift);
  if (wider !== "" && !job.values["allow-wider"])
    return refuse(job, plan, {
      message: `Wider permissions: ${exactLine(wider)}. This needs --allow-wider.`,
      commands: [commandLine("handoff", { ...job.values, "allow-wider": true }, operandWords(job.operands))],
    });
  await agreeToStart(job, plan, { command: "handoff" });
  const { text } = await briefOf(job, runner, plan);
  const wish = runWish(job, plan, text);
  const watching = { start: newOutcome(wish.agent), printer: runPrinter(job), person: personOf(job) };
  const outcome = await followRun(job, () => runner.run(wish), watching);
  return conclude(job, outcome);
}

/** With the plan's settings and baseline, so nothing new is permitted, whatever the agent reads when it starts. */
function runWish(job: Job, plan: RestorePlan, prompt: string): RunWish {
  const { session, target, settings, baseline } = plan;
  const planned = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
  const cwd = settings.cwd ?? job.machine.cwd;
  const wanted = { ...planned, ...saidSettings(job), cwd };
  const lineage = { kind: "handoff", session, turn: turnsIn(plan)?.to ?? null } as const;
  const permitted = job.values["allow-wider"] ? undefined : (baseline ?? undefined);
  return { agent: target, cwd, settings: wanted, prompt, canAnswer: personOf(job) !== null, lineage, permitted };
}
