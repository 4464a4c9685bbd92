import { isPassing, restoreCancelledWords, runEndWords, runOrReplay, SessionError, safeLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { nextStep, restoreCommand, resumeCommand } from "../../print/plan/next-step.ts";
import { count, grouped } from "../../print/words.ts";
import { busyMessage, refusalMessage } from "../refuse.ts";
import { shortIdFor } from "../short-id.ts";
import type { RunOutcome } from "./run-outcome.ts";

/**
 * Prints how it ended. Throws for a refusal and a busy session, whose line is already written. `next`: the command that
 * continues the session, if it is not `resume`.
 */
export async function conclude(job: Job, outcome: RunOutcome, next: string | null = null): Promise<ExitCode> {
  const { status, session, thread, refused, owner, failure } = outcome;
  // Do not offer a prompt that would fail again.
  if (status === "failed" && failure !== null && !isPassing(failure)) job.prompt.drop();
  if (status === "refused") throw new SessionError("refused", refused === null ? "Refused." : refusalMessage(refused));
  if (status === "busy") throw new SessionError("busy", busyMessage(session ?? "The session", owner));
  if (!job.values.json) await tell(job, outcome, next);
  else if (!outcome.isUnread)
    await job.stdout.write(`${json("event", { type: "done", session, thread, state: status })}\n`);
  return status === "completed" ? exitCodes.done : exitCodes.failed;
}

async function tell(job: Job, outcome: RunOutcome, next: string | null): Promise<void> {
  const session = outcome.session === null ? null : await shortIdFor(job, outcome.session, "stderr");
  const text = isCancelled(outcome) ? cancelLine(outcome) : `\n${lastWords(outcome, session, next)}`;
  // The result does not depend on this line being read.
  await job.stderr.write(text).catch(() => {});
}

/** The user stopped it while the history was being sent. */
function isCancelled({ restore, status, wasStopped, failure }: RunOutcome): boolean {
  if (restore === null || restore.isDone || failure !== null) return false;
  return status === "cancelled" || (status === "interrupted" && wasStopped);
}

function cancelLine({ restore }: RunOutcome): string {
  return `${restoreCancelledWords(restore ?? { doneCount: 0, totalCount: 0 })}\n`;
}

function lastWords(outcome: RunOutcome, session: string | null, next: string | null): string {
  const { status, failure, tokens, isUnread, brief, again } = outcome;
  if (brief !== null) return `The brief has ${count(brief.tokens, "token")}.\n`;
  const isWhole = runOrReplay(outcome) === "Run";
  const isFailure = status === "failed" && failure !== null;
  const step = isFailure && isWhole && session !== null ? nextStep(failure.kind, session) : null;
  return [
    status === "completed" || status === "refused" || status === "busy"
      ? ""
      : `${safeLine(runEndWords(status, isFailure ? failure : null, runOrReplay(outcome)))}\n`,
    isUnread ? "The output was closed, so the run was cut off.\n" : "",
    step === null ? "" : `${step}\n`,
    tokens === null ? "" : `Tokens used: ${grouped(tokens)}\n`,
    isWhole ? continueLine(session, next, isFailure && failure.kind === "limit") : `To continue: ${again}\n`,
  ].join("");
}

/** At a usage limit a resume now would only meet it again: the step before says when. */
function continueLine(session: string | null, next: string | null, isAtLimit: boolean): string {
  if (session === null) return "";
  return isAtLimit && next === null
    ? `Continue now with another agent: ${restoreCommand("replay", session, "--to")} AGENT\n`
    : `To continue: ${next ?? resumeCommand(session)}\n`;
}
