import { type RestorePlan, type Runner, SessionError, safeLine } from "@reprise/model";
import { aboutSession } from "../acting/named-session.ts";
import { checkHomes, wishOf } from "../acting/settings.ts";
import { exitCodes } from "../exit.ts";
import { json } from "../print/json.ts";
import { resumeCommand } from "../print/next-step.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands, stdout } = job;
  checkHomes(values);
  const runner = await job.runner();
  const { session } = await aboutSession(job, operands[0] ?? "", (text) =>
    runner.plan(text, wishOf(job, null)),
  );
  const run = values["dry-run"] ? await liveRun(runner, session) : await cancelled(runner, session);
  if (values.json) {
    await stdout.write(`${json({ session, run, isAsked: !values["dry-run"] })}\n`);
  } else {
    const done = values["dry-run"] ? "Would ask the process that runs" : "Asked the process that runs";
    await stdout.write(
      `${done} ${safeLine(session)} to stop its turn.\nTo go on: ${resumeCommand(session)}\n`,
    );
  }
  return exitCodes.done;
};

async function cancelled(runner: Runner, session: RestorePlan["session"]): Promise<string> {
  const state = await runner.cancel(session);
  if (state === null) throw nothingRuns(session);
  return state.run;
}

async function liveRun(runner: Runner, session: RestorePlan["session"]): Promise<string> {
  const row = (await runner.status("all")).find((one) => one.session === session);
  const isLive = row?.status === "live" || row?.status === "running";
  // What another program has open is not ours to stop.
  if (!isLive || row.run === null) throw nothingRuns(session);
  return row.run;
}

function nothingRuns(session: string): SessionError {
  return new SessionError("not-found", `No run of Reprise has ${session} now: nothing to cancel.`);
}
