import type { Consent, RestorePlan, Runner } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { personOf } from "../ask-person.ts";
import { followRun } from "../run/follow-run.ts";
import { outcomeOfPlan, type RunOutcome } from "../run/run-outcome.ts";
import { runPrinter } from "../run/run-printer.ts";
import { RestoreKeys } from "./restore-keys.ts";

interface Agreed {
  readonly plan: RestorePlan;
  readonly consent: Consent;
  /** The command that continues it if it does not complete. */
  readonly again: string;
}

/** Shows the progress of a plan until it ends. */
export function carryOutPlan(job: Job, runner: Runner, { plan, consent, again }: Agreed): Promise<RunOutcome> {
  const [person, printer] = [personOf(job), runPrinter(job)];
  const isTelling = plan.mode === "replay" || plan.mode === "fork";
  const keys = isTelling && person !== null ? new RestoreKeys(job.machine) : null;
  const whole = { ...consent, carries: job.prompt.ids };
  const watching = {
    start: outcomeOfPlan(plan, again),
    printer,
    person,
    keys,
    segments: plan.mode === "replay" ? plan.segments : [],
  };
  return followRun(job, () => runner.restore(plan, whole), watching);
}
