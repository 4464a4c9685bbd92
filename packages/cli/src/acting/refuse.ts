import {
  busyWords,
  type Owner,
  type RestoreMode,
  type RestorePlan,
  SessionError,
  type SessionId,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../commands/command.ts";
import { nextStep, resumeCommand } from "../print/plan/next-step.ts";
import { planText } from "../print/plan/plan-text.ts";
import { shortIdFor } from "./short-id.ts";

/** Exits with 5. The plan is the last `--json` line, or on stderr unless shown there; the error has the reason and commands. */
export async function refuse(
  job: Job,
  plan: RestorePlan,
  refusal: { message: string; commands?: readonly string[]; wasShown?: boolean },
): Promise<never> {
  const id = await shownId(job, plan.session);
  if (!refusal.wasShown) {
    if (job.values.json) await job.stdout.write(`${json("event", { type: "refused", plan })}\n`);
    else await job.stderr.write(planText(plan, job.paint, id));
  }
  const { message, commands = [] } = refusal;
  const short = (text: string) => text.replaceAll(plan.session, id);
  throw new SessionError("refused", short(message), { candidates: commands.map(short) });
}

function shownId(job: Job, session: SessionId): Promise<string> | SessionId {
  return job.values.json ? session : shortIdFor(job, session, "stderr");
}

/** Exits with 4. */
export async function printBusy(
  job: Job,
  { session, owner }: RestorePlan,
  commands: readonly string[] = [],
): Promise<never> {
  if (job.values.json) await job.stdout.write(`${json("event", { type: "busy", owner })}\n`);
  const id = await shownId(job, session);
  const candidates = commands.map((command) => command.replaceAll(session, id));
  throw new SessionError("busy", busyMessage(id, owner), { candidates });
}

export function busyMessage(session: string, owner: Owner | null): string {
  return `${busyWords(owner, session)}: ${resumeCommand(session)}`;
}

export function isBusy({ refusals }: RestorePlan): boolean {
  return refusals.some(({ reason }) => reason === "busy");
}

interface FinalRefusal {
  readonly wasShown: boolean;
  readonly besides?: string;
  /** What can be done instead. */
  readonly commands?: readonly string[];
}

/** For a plan with no possible mode. */
export async function refuseForGood(
  job: Job,
  plan: RestorePlan,
  { wasShown, besides = "", commands = [] }: FinalRefusal,
): Promise<never> {
  if (isBusy(plan)) return printBusy(job, plan, commands);
  return refuse(job, plan, { message: refusalMessage(plan) + besides, commands, wasShown });
}

/** Why the plan has no mode, or not the requested one, and what to do now. */
export function refusalMessage({ session, refusals }: RestorePlan): string {
  const refused = refusals.map(({ mode }) => mode);
  const parts = refusals.map(({ mode, reason, detail }) => {
    const step = nextStep(reason, session, { mode, refused });
    return step === null ? detail : `${detail} ${step}`;
  });
  return [`${session} cannot be ${done[refusals[0]?.mode ?? "resume"]}.`, ...new Set(parts)].join("\n");
}

const done: Readonly<Record<RestoreMode, string>> = {
  resume: "resumed",
  fork: "forked",
  replay: "replayed",
  handoff: "handed off",
};
