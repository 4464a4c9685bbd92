import type { Consent, RestorePlan, Runner, Wish } from "@reprise/model";
import { badUse } from "../../arguments/bad-use.ts";
import { commandLine, operandWords } from "../../arguments/command-line.ts";
import type { CommandName } from "../../arguments/commands.ts";
import type { Job } from "../../commands/command.ts";
import type { ExitCode } from "../../exit.ts";
import { planText } from "../../print/plan/plan-text.ts";
import { personOf } from "../ask-person.ts";
import { askStart, fullConsent } from "../consent.ts";
import { aboutSession } from "../named-session.ts";
import { refuse, refuseForGood } from "../refuse.ts";
import { lowerPlan } from "../resume/lower-plan.ts";
import { conclude } from "../run/conclude.ts";
import { checkExclusive, checkHomes } from "../said-settings.ts";
import { shortIdFor } from "../short-id.ts";
import { carryOutPlan } from "./carry-out.ts";

/** For every command that sends history to a new thread. */
export function checkRestore(job: Job): void {
  const { values } = job;
  checkHomes(values);
  checkExclusive(values, ["recorded", "current"]);
  if (values.step && !values["dry-run"] && personOf(job) === null)
    throw badUse("--step needs a terminal and no --json. Use --yes instead.");
}

export function planNamed(job: Job, runner: Runner, wish: Wish): Promise<RestorePlan> {
  return aboutSession(job, job.operands[0] ?? "", (session) => runner.plan(session, wish));
}

/** Shows the plan and starts only on Enter or `--yes`. Otherwise throws `refused`. */
export async function agreeToStart(
  job: Job,
  plan: RestorePlan,
  again: { readonly command: CommandName; readonly preview?: string },
): Promise<Consent> {
  const person = personOf(job);
  const wasShown = person !== null;
  if (wasShown)
    await job.stderr.write(
      planText(plan, job.paint, await shortIdFor(job, plan.session, "stderr")) + (again.preview ?? ""),
    );
  if (plan.mode === null) return refuseForGood(job, plan, { wasShown });
  if (job.values.yes) return fullConsent(job, person);
  if (person !== null) {
    const consent = await askStart(job, plan, person);
    return consent ?? refuse(job, plan, { message: "Nothing was done.", wasShown });
  }
  const commands = [sameWithYes(job, again.command)];
  return refuse(job, plan, { message: "It needs your consent. Nothing was done.", commands });
}

export function sameWithYes({ values, operands }: Job, command: CommandName): string {
  return commandLine(command, { ...values, yes: true }, operandWords(operands));
}

interface Start {
  readonly plan: RestorePlan;
  readonly consent: Consent;
  readonly command: CommandName;
}

/** Carries out the plan. A fork the agent refuses becomes a replay, after asking for the same consent again. */
export async function restoreAgreed(job: Job, runner: Runner, { plan, consent, command }: Start): Promise<ExitCode> {
  const again = sameWithYes(job, command);
  const outcome = await carryOutPlan(job, runner, { plan, consent, again });
  const next = plan.mode === "fork" && !outcome.isUnread ? lowerPlan(plan.mode, outcome) : null;
  if (next?.mode !== "replay") return conclude(job, outcome);
  const agreed = await agreeToStart(job, next, { command });
  return restoreAgreed(job, runner, { plan: next, consent: agreed, command });
}
