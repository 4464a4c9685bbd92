import { promptFrom } from "../acting/read-prompt.ts";
import { printPlan } from "../acting/restore/print-plan.ts";
import { agreeToStart, checkRestore, planNamed, restoreAgreed } from "../acting/restore/restore-session.ts";
import { wishOf } from "../acting/said-settings.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  checkRestore(job);
  const prompt = await promptFrom(job, job.operands[1], {
    takesPiped: false,
    target: { mode: "replay", session: job.operands[0] ?? null },
  });
  const runner = await job.runner();
  const plan = await planNamed(job, runner, wishOf(job, prompt, ["replay"]));
  if (job.values["dry-run"]) return printPlan(job, plan);
  const consent = await agreeToStart(job, plan, { command: "replay" });
  return restoreAgreed(job, runner, { plan, consent, command: "replay" });
};
