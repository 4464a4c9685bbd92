import type { RestorePlan } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { planText } from "../../print/plan/plan-text.ts";
import { shortIdFor } from "../short-id.ts";

/** Output of `--dry-run`. */
export async function printPlan(job: Job, plan: RestorePlan): Promise<ExitCode> {
  const { values, stdout, paint } = job;
  const text = async () => planText(plan, paint, await shortIdFor(job, plan.session, "stdout"));
  await stdout.write(values.json ? `${json("plan", plan)}\n` : await text());
  return exitCodes.done;
}
