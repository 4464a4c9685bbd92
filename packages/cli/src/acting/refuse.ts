import { type Owner, type RestorePlan, SessionError } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { eventShape } from "../print/event-json.ts";
import { json } from "../print/json.ts";
import { nextStep, resumeCommand } from "../print/next-step.ts";
import { planText } from "../print/plan-text.ts";

/** Ends with 5: the plan as the last line of `--json`, or on stderr; the reason and the commands to use as the error. */
export async function refuse(
  job: Job,
  plan: RestorePlan,
  refusal: { message: string; commands?: readonly string[]; wasShown?: boolean },
): Promise<never> {
  if (job.values.json) await job.stdout.write(`${json(eventShape({ type: "refused", plan }))}\n`);
  else if (!refusal.wasShown) await job.stderr.write(planText(plan, job.paint));
  throw new SessionError("refused", refusal.message, { candidates: refusal.commands ?? [] });
}

/** Ends with 4. */
export async function tellBusy(job: Job, session: string, owner: Owner | null): Promise<never> {
  if (job.values.json) await job.stdout.write(`${json(eventShape({ type: "busy", owner }))}\n`);
  throw new SessionError("busy", busyMessage(session, owner));
}

export function busyMessage(session: string, owner: Owner | null): string {
  const where = owner === null ? "in another process" : `in ${owner.program} (process ${owner.pid})`;
  return `${session} is open ${where}. Close it there, then: ${resumeCommand(session)}`;
}

/** Why the plan has no way on, and what to do now. */
export function refusalMessage({ session, refusals }: RestorePlan): string {
  const parts = refusals.map(({ reason, detail }) => {
    const step = nextStep(reason, session);
    return step === null ? detail : `${detail} ${step}`;
  });
  return [`${session} cannot be resumed.`, ...parts].join("\n");
}
