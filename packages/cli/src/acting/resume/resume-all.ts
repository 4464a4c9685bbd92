import {
  count,
  exactLine,
  isCutOff,
  isInResumeAll,
  type Runner,
  type RunStatus,
  type Scope,
  SessionError,
  type SessionId,
  type SessionRow,
  type StatusRow,
  safeLine,
  whyNotSilently,
} from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { isClosedByReader } from "../../output.ts";
import { planText } from "../../print/plan/plan-text.ts";
import { projectResumeCommand } from "../../print/project/resume-command.ts";
import { personOf, yesOrNo } from "../ask-person.ts";
import { settledIn } from "../consent.ts";
import { conclude } from "../run/conclude.ts";
import { shortIdFor } from "../short-id.ts";
import { carryOut } from "./resume-session.ts";
import { type ResumeWish, resumeWish } from "./resume-wish.ts";

/**
 * Resumes every session of this project that was cut off, or with `--all` of every project, in sequence, each in its own workspace.
 * A yes to the list starts those that need no answer; each of the others shows its plan and asks. A failure does not stop the others.
 */
export async function resumeAll(job: Job): Promise<ExitCode> {
  const runner = await job.runner();
  const scope: Scope = job.values.all ? "all" : { workspace: job.machine.cwd };
  const cut = (await runner.status(scope)).filter(({ state }) => isCutOff(state));
  const rows = cut.filter(isInResumeAll);
  if (rows.length === 0) {
    const where = scope === "all" ? "" : " in this project (--all for every one)";
    throw new SessionError("not-found", `No session is interrupted${where}: nothing to resume.`);
  }
  if (!job.values.json) await tellSkipped(job, cut, scope);
  const wanted = await resumeWish(job, { acceptsAll: job.values.yes });
  if (job.values["dry-run"]) return tellPlans(job, runner, rows, wanted);
  await agree(job, runner, rows, wanted);
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

/** Nothing is left out silently. */
async function tellSkipped(job: Job, cut: readonly StatusRow[], scope: Scope): Promise<void> {
  const { total } = await (await job.library()).list({ scope, state: "stopped", limit: 1 });
  const lines = cut.flatMap((row) => {
    if (isInResumeAll(row)) return [];
    const name = exactLine(row.session ?? row.run ?? "unknown");
    if (row.project !== null) return [`${name}: a round; ${projectResumeCommand(row.project)} continues it`];
    return [`${name}: ${row.isDismissed ? "you dismissed it" : "it has no session yet"}`];
  });
  if (total > 0) {
    const list = `reprise list --state stopped${scope === "all" ? " --all" : ""}`;
    lines.push(`${count(total, "session")} that you stopped (${list})`);
  }
  if (lines.length > 0) await job.stderr.write(`Skipped:\n${lines.map((line) => `  ${line}\n`).join("")}`);
}

/** Names what each session asks: a yes to the list answers none of that. */
async function agree(job: Job, runner: Runner, rows: readonly SessionRow[], { wish }: ResumeWish): Promise<void> {
  if (job.values.yes) return;
  const person = personOf(job);
  await job.stderr.write("Interrupted sessions:\n");
  for (const { session, title, workspace } of rows) {
    const open = await runner.plan(session, wish).then(
      (plan) => whyNotSilently(plan, { settled: settledIn(job), allowsWider: wish.allowsWider }),
      (error: Error) => error.message,
    );
    await job.stderr.write(
      `  ${exactLine(await shortIdFor(job, session, "stderr"))}  ${exactLine(workspace ?? "Unknown")}  ${safeLine(title)}\n${open === null ? "" : `    ${safeLine(open)}\n`}`,
    );
  }
  if (person === null) {
    const candidates = [`reprise resume --all-interrupted${job.values.all ? " --all" : ""} --yes`];
    throw new SessionError("refused", "Resuming them needs your consent. Nothing was done.", { candidates });
  }
  const text = `Resume ${rows.length === 1 ? "it" : `all ${rows.length}, in sequence`}? [y/n]`;
  if ((await person.choose(text, yesOrNo)) !== "yes") throw new SessionError("refused", "Nothing was done.");
}

async function resumed(job: Job, runner: Runner, session: SessionId, wanted: ResumeWish): Promise<Outcome> {
  if (job.values.json) await job.stdout.write(`${json("event", { type: "resuming", session })}\n`);
  else await job.stderr.write(`\n── ${exactLine(await shortIdFor(job, session, "stderr"))}\n`);
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
  rows: readonly SessionRow[],
  { wish }: ResumeWish,
): Promise<ExitCode> {
  for (const { session } of rows) {
    const plan = await runner.plan(session, wish);
    const text = async () => planText(plan, job.paint, await shortIdFor(job, plan.session, "stdout"));
    await job.stdout.write(`${job.values.json ? json("plan", plan) : await text()}\n`);
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
