import { promptFrom } from "../acting/prompt.ts";
import { agreeToStart, checkRestore, planNamed, restoreAgreed } from "../acting/restore-session.ts";
import { wishOf } from "../acting/settings.ts";
import { tellPlan } from "../acting/tell-plan.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  checkRestore(job);
  const prompt = await promptFrom(job, job.operands[1], {
    takesPiped: false,
    target: { mode: "replay", session: job.operands[0] ?? null },
  });
  const runner = await job.runner();
  const plan = await planNamed(job, runner, wishOf(job, prompt, ["replay"]));
  if (job.values["dry-run"]) return tellPlan(job, plan);
  const consent = await agreeToStart(job, plan, { command: "replay" });
  return restoreAgreed(job, runner, { plan, consent, command: "replay" });
};
