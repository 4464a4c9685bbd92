import { type RestorePlan, type Runner, SessionError, type StatusRow, type Timestamp, zonedTime } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { resumeCommand } from "../../print/plan/next-step.ts";
import { duration } from "../../print/words.ts";
import { refuse } from "../refuse.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/** Resolves at the reset, with its time; null: no wait. Never waits with a request pending, which only a person can answer. */
export async function waitForReset(job: Job, runner: Runner, plan: RestorePlan): Promise<Timestamp | null> {
  const row = await rowOf(runner, plan);
  if (plan.pending.length > 0 || (row?.pendingCount ?? 0) > 0) {
    const message = "A request of the agent is pending: it needs your answer.";
    await refuse(job, plan, { message, commands: [resumeCommand(plan.session)] });
  }
  const until = row?.parkedUntil ?? null;
  if (until !== null) await countDown(job, until);
  return until;
}

/** Refuses if someone continued the session meanwhile. Call it after making the plan: later changes void the plan itself. */
export async function checkStillParked(runner: Runner, plan: RestorePlan, until: Timestamp): Promise<void> {
  const row = await rowOf(runner, plan);
  if (row?.parkedUntil === until && row.pendingCount === 0) return;
  throw new SessionError("refused", `${plan.session} was continued meanwhile. See reprise show ${plan.session}.`);
}

async function rowOf(runner: Runner, { session }: RestorePlan): Promise<StatusRow | null> {
  return (await runner.status("all")).find((row) => row.session === session) ?? null;
}

/** One updating line on a terminal, one line per minute elsewhere. */
async function countDown({ machine, stderr }: Job, until: Timestamp): Promise<void> {
  const { isTerminal } = machine;
  const end = new AbortController();
  const release = machine.onInterrupt(() => {
    end.abort();
    return "ends";
  });
  const left = () => Date.parse(until) - machine.now().getTime();
  try {
    while (left() > 0 && !end.signal.aborted) {
      const text = `Parked until ${zonedTime(until)}: resuming in ${duration(left())}`;
      await stderr.write(isTerminal.stderr ? `\r\u001b[K${text} (Ctrl-C stops waiting)` : `${text}\n`);
      await machine.sleep(Math.min(left(), isTerminal.stderr ? SECOND_MS : MINUTE_MS), end.signal);
    }
  } finally {
    release();
    if (isTerminal.stderr) await stderr.write("\r\u001b[K");
  }
  end.signal.throwIfAborted();
}
