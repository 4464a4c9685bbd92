import type { Offer } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import type { ExitCode } from "../../exit.ts";
import { personOf } from "../ask-person.ts";
import { agreeToStart, restoreAgreed } from "../restore/restore-session.ts";
import { startRun } from "../run/start-run.ts";
import { saidSettings, wishOf } from "../said-settings.ts";
import { resumeSession } from "./resume-session.ts";
import type { ResumeWish } from "./resume-wish.ts";

/** Continues the offer, then sends the new prompt. */
export async function continueOffer(
  job: Job,
  offer: Offer,
  said: string | null,
  how: Pick<ResumeWish, "acceptsAll"> & Partial<Pick<ResumeWish, "caller">>,
): Promise<ExitCode> {
  const { session, mode } = offer;
  if (session === null) return sendFirst(job, offer, said);
  if (mode === "replay" || mode === "fork") return restoreFirst(job, { ...offer, session, mode }, said);
  return resumeSession(job, { session, prompt: said, ...how });
}

/** The first prompt of a session, which never reached an agent. */
function sendFirst(job: Job, { run, agent, prompt }: Offer, said: string | null): Promise<ExitCode> {
  const settings = saidSettings(job);
  const cwd = settings.cwd ?? job.machine.cwd;
  const texts = [prompt, said === prompt ? null : said].filter((text) => text !== null);
  const canAnswer = personOf(job) !== null;
  return startRun(job, { agent, cwd, settings, prompt: texts.join("\n\n"), canAnswer, carries: [run] });
}

/** The plan already holds the prompt it was first given. */
async function restoreFirst(
  job: Job,
  { session, mode }: { readonly session: string; readonly mode: "replay" | "fork" },
  said: string | null,
): Promise<ExitCode> {
  const runner = await job.runner();
  const modes = mode === "fork" ? (["fork", "replay"] as const) : (["replay"] as const);
  const plan = await runner.plan(session, wishOf(job, said, modes));
  const operands = [session, ...(said === null ? [] : [said])];
  const again: Job = { ...job, operands, values: { ...job.values, resume: false } };
  const consent = await agreeToStart(again, plan, { command: mode });
  return restoreAgreed(again, runner, { plan, consent, command: mode });
}
