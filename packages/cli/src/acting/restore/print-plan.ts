import type { RestorePlan } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { planText } from "../../print/plan/plan-text.ts";

/** Output of `--dry-run`. */
export async function printPlan({ values, stdout, paint }: Job, plan: RestorePlan): Promise<ExitCode> {
  await stdout.write(values.json ? `${json("plan", plan)}\n` : planText(plan, paint));
  return exitCodes.done;
}
