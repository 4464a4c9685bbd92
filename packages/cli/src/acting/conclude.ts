import { isPassing, SessionError } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { type ExitCode, exitCodes } from "../exit.ts";
import { json } from "../print/json.ts";
import { failureText, resumeCommand } from "../print/next-step.ts";
import { count, grouped } from "../print/words.ts";
import type { Ending } from "./ending.ts";
import { busyMessage, refusalMessage } from "./refuse.ts";

/** Says how it ended. A refusal and a busy session are thrown; their line is written already. */
export async function conclude(job: Job, ending: Ending): Promise<ExitCode> {
  const { state, session, thread, plan, owner, failure } = ending;
  // What will fail again is not offered again.
  if (state === "failed" && failure !== null && !isPassing(failure)) job.prompt.drop();
  if (state === "refused") {
    throw new SessionError("refused", plan === null ? "It was refused." : refusalMessage(plan));
  }
  if (state === "busy") throw new SessionError("busy", busyMessage(session ?? "The session", owner));
  if (!job.values.json) await tell(job, ending);
  else if (!ending.isUnread)
    await job.stdout.write(`${json("event", { type: "done", session, thread, state })}\n`);
  return state === "completed" ? exitCodes.done : exitCodes.failed;
}

async function tell({ stderr }: Job, ending: Ending): Promise<void> {
  // What was achieved does not depend on somebody reading this.
  await stderr.write(isCancelled(ending) ? cancelLine(ending) : `\n${lastWords(ending)}`).catch(() => {});
}

/** Stopped by the person while history was told. */
function isCancelled({ telling, state, wasStopped, failure }: Ending): boolean {
  if (telling === null || telling.isDone || failure !== null) return false;
  return state === "cancelled" || (state === "interrupted" && wasStopped);
}

function cancelLine({ telling }: Ending): string {
  return `Restore cancelled after ${telling?.doneCount ?? 0} of ${telling?.totalCount ?? 0} segments.\n`;
}

function lastWords({ state, session, failure, tokens, isUnread, telling, brief }: Ending): string {
  if (brief !== null) return `The brief has ${count(brief.tokens, "token")}.\n`;
  const isWhole = telling === null || telling.isDone;
  return [
    state === "completed"
      ? ""
      : `The ${isWhole ? "turn" : "restore"} was ${state === "failed" ? "not completed" : state}.\n`,
    isUnread ? "The output was closed, so the turn was stopped.\n" : "",
    state === "failed" && failure !== null ? failureText(failure, isWhole ? session : null) : "",
    tokens === null ? "" : `Tokens used: ${grouped(tokens)}\n`,
    isWhole
      ? session === null
        ? ""
        : `To go on: ${resumeCommand(session)}\n`
      : `To go on: ${telling.again}\n`,
  ].join("");
}
