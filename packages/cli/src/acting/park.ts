import {
  type RestorePlan,
  type Runner,
  SessionError,
  type StatusRow,
  type Timestamp,
  zonedTime,
} from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { resumeCommand } from "../print/next-step.ts";
import { duration } from "../print/words.ts";
import { refuse } from "./refuse.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;

/**
 * Resolves at the reset, with its time; null if there was nothing to wait for. Never with a request pending, which only a
 * person can answer.
 */
export async function waitForReset(job: Job, runner: Runner, plan: RestorePlan): Promise<Timestamp | null> {
  const row = await rowOf(runner, plan);
  if (plan.pending.length > 0 || (row?.pendingCount ?? 0) > 0) {
    const message = "A request of the agent is pending: going on needs you, not only time.";
    await refuse(job, plan, { message, commands: [resumeCommand(plan.session)] });
  }
  const until = row?.parkedUntil ?? null;
  if (until !== null) await countDown(job, until);
  return until;
}

/**
 * A session goes on once: refuses when somebody else has gone on with it meanwhile. To be asked after the plan was made
 * that will be carried out: what happens from then on makes that plan void.
 */
export async function checkStillParked(runner: Runner, plan: RestorePlan, until: Timestamp): Promise<void> {
  const row = await rowOf(runner, plan);
  if (row?.parkedUntil === until && row.pendingCount === 0) return;
  throw new SessionError(
    "refused",
    `${plan.session} has gone on meanwhile. See reprise show ${plan.session}.`,
  );
}

async function rowOf(runner: Runner, { session }: RestorePlan): Promise<StatusRow | null> {
  return (await runner.status("all")).find((row) => row.session === session) ?? null;
}

/** One line that changes on a terminal, one line a minute elsewhere. */
async function countDown({ surroundings, stderr }: Job, until: Timestamp): Promise<void> {
  const { isTerminal } = surroundings;
  const end = new AbortController();
  const release = surroundings.onInterrupt(() => {
    end.abort();
    return "ends";
  });
  const left = () => Date.parse(until) - surroundings.now().getTime();
  try {
    while (left() > 0 && !end.signal.aborted) {
      const text = `Parked until ${zonedTime(until)}: going on in ${duration(left())}`;
      await stderr.write(isTerminal.stderr ? `\r\u001b[K${text} (Ctrl-C stops waiting)` : `${text}\n`);
      await surroundings.sleep(Math.min(left(), isTerminal.stderr ? SECOND_MS : MINUTE_MS), end.signal);
    }
  } finally {
    release();
    if (isTerminal.stderr) await stderr.write("\r\u001b[K");
  }
  end.signal.throwIfAborted();
}
