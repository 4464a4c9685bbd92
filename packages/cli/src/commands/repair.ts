import { exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { promptFrom } from "../acting/read-prompt.ts";
import { printPlan } from "../acting/restore/print-plan.ts";
import { agreeToStart, checkRestore, planNamed, restoreAgreed } from "../acting/restore/restore-session.ts";
import { wishOf } from "../acting/said-settings.ts";
import { shortIdFor } from "../acting/short-id.ts";
import { exitCodes } from "../exit.ts";
import { restoreCommand, resumeCommand } from "../print/plan/next-step.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const { values, stdout } = job;
  checkRestore(job);
  const prompt = await promptFrom(job, job.operands[1], {
    takesPiped: false,
    target: { mode: "replay", session: job.operands[0] ?? null },
  });
  const runner = await job.runner();
  const wish = { ...wishOf(job, prompt, ["replay"]), looksForAilments: true };
  const plan = await planNamed(job, runner, wish);
  const { session } = plan;
  const isHealthy = plan.mode === "replay" && plan.ailments.length === 0;
  if (values["dry-run"] && (values.json || !isHealthy)) return printPlan(job, plan);
  if (isHealthy) {
    const more = prompt === null ? [] : [prompt];
    const id = await shortIdFor(job, session, "stdout");
    const words = [
      `Nothing wrong found in ${exactLine(id)}.`,
      `To continue it: ${resumeCommand(id, ...more)}`,
      `To continue in a new session anyway: ${restoreCommand("replay", id, ...more)}`,
    ];
    await stdout.write(values.json ? `${json("event", { type: "healthy", session })}\n` : `${words.join("\n")}\n`);
    return exitCodes.done;
  }
  const consent = await agreeToStart(job, plan, { command: "repair" });
  return restoreAgreed(job, runner, { plan, consent, command: "repair" });
};
