import {
  exactLine,
  type Runner,
  type RunStatus,
  SessionError,
  type SessionId,
  type StatusRow,
  safeLine,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { isClosedByReader } from "../../output.ts";
import { planText } from "../../print/plan/plan-text.ts";
import { personOf, yesOrNo } from "../ask-person.ts";
import { conclude } from "../run/conclude.ts";
import { carryOut } from "./resume-session.ts";
import { type ResumeWish, resumeWish } from "./resume-wish.ts";

type Row = StatusRow & { readonly session: NonNullable<StatusRow["session"]> };

/** Resumes every interrupted session in sequence, each in its own workspace. A failure does not stop the others. */
export async function resumeAll(job: Job): Promise<ExitCode> {
  const runner = await job.runner();
  const rows = (await runner.status("all")).filter(isInterrupted);
  if (rows.length === 0) throw new SessionError("not-found", "No session is interrupted: nothing to resume.");
  const wanted = await resumeWish(job, { acceptsAll: true });
  if (job.values["dry-run"]) return tellPlans(job, runner, rows, wanted);
  await agree(job, rows);
  const outcomes: Outcome[] = [];
  let isStopped = false;
  for (const { session } of rows) {
    const outcome: Outcome = isStopped
      ? { session, result: "not-started", detail: null, wasStopped: true }
      : await resumed(job, runner, session, wanted);
    isStopped ||= outcome.wasStopped;
    outcomes.push(outcome);
  }
  await tellSummary(job, outcomes).catch((error: unknown) => {
    if (!isClosedByReader(error)) throw error;
  });
  return outcomes.every(({ result }) => result === "completed") ? exitCodes.done : exitCodes.failed;
}

/** A round continues with its project. */
function isInterrupted(row: StatusRow): row is Row {
  const { status, session, isDismissed, project } = row;
  return status === "interrupted" && session !== null && !isDismissed && project === null;
}

async function agree(job: Job, rows: readonly Row[]): Promise<void> {
  if (job.values.yes) return;
  const person = personOf(job);
  const list = rows.map(({ session, title, workspace }) => {
    return `  ${exactLine(session)}  ${exactLine(workspace ?? "Unknown")}  ${safeLine(title)}\n`;
  });
  await job.stderr.write(`Interrupted sessions:\n${list.join("")}`);
  if (person === null) {
    const candidates = ["reprise resume --all-interrupted --yes"];
    throw new SessionError("refused", "Resuming them needs your consent. Nothing was done.", { candidates });
  }
  const text = `Resume ${rows.length === 1 ? "it" : `all ${rows.length}, in sequence`}? [y/n]`;
  if ((await person.choose(text, yesOrNo)) !== "yes") throw new SessionError("refused", "Nothing was done.");
}

async function resumed(
  job: Job,
  runner: Runner,
  session: Row["session"],
  wanted: ResumeWish,
): Promise<Outcome> {
  if (job.values.json) await job.stdout.write(`${json("event", { type: "resuming", session })}\n`);
  else await job.stderr.write(`\n── ${exactLine(session)}\n`);
  try {
    const plan = await runner.plan(session, wanted.wish);
    const outcome = await carryOut(job, runner, plan, wanted);
    const { status, failure, wasStopped, isUnread } = outcome;
    await conclude(job, outcome);
    return { session, result: status, detail: failure?.message ?? null, wasStopped: wasStopped || isUnread };
  } catch (error) {
    if (!(error instanceof Error) || error.name === "AbortError" || isClosedByReader(error)) throw error;
    const code = error instanceof SessionError ? error.code : null;
    const result = code === "refused" || code === "busy" ? code : "failed";
    return { session, result, detail: error.message, wasStopped: false };
  }
}

async function tellPlans(
  job: Job,
  runner: Runner,
  rows: readonly Row[],
  { wish }: ResumeWish,
): Promise<ExitCode> {
  for (const { session } of rows) {
    const plan = await runner.plan(session, wish);
    await job.stdout.write(job.values.json ? `${json("plan", plan)}\n` : `${planText(plan, job.paint)}\n`);
  }
  return exitCodes.done;
}

interface Outcome {
  readonly session: SessionId;
  readonly result: RunStatus | "refused" | "busy" | "not-started";
  readonly detail: string | null;
  readonly wasStopped: boolean;
}

async function tellSummary({ values, stdout }: Job, outcomes: readonly Outcome[]): Promise<void> {
  if (values.json) {
    const sessions = outcomes.map(({ session, result, detail }) => ({ session, result, detail }));
    await stdout.write(`${json("event", { type: "summary", sessions })}\n`);
    return;
  }
  const doneCount = outcomes.filter(({ result }) => result === "completed").length;
  const rows = outcomes.map(({ session, result, detail }) => {
    return `  ${exactLine(session)}  ${result}${detail === null ? "" : `: ${safeLine(detail)}`}\n`;
  });
  await stdout.write(`\n${doneCount} of ${outcomes.length} completed:\n${rows.join("")}`);
}
