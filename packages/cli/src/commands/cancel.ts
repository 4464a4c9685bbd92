import { exactLine, SessionError } from "@reprise/model";
import { json } from "@reprise/model/json";
import { aboutSession } from "../acting/named-session.ts";
import { checkHomes, wishOf } from "../acting/said-settings.ts";
import { shortIdFor } from "../acting/short-id.ts";
import { exitCodes } from "../exit.ts";
import { resumeCommand } from "../print/plan/next-step.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const { values, operands, stdout } = job;
  checkHomes(values);
  const runner = await job.runner();
  const { session } = await aboutSession(job, operands[0] ?? "", (text) => runner.plan(text, wishOf(job, null)));
  const run = values["dry-run"] ? await runner.running(session) : await runner.cancel(session);
  // A session open in another program is not ours to stop.
  if (run === null) throw new SessionError("not-found", `No Reprise process is running ${session}: nothing to cancel.`);
  if (run.turn !== "open")
    throw new SessionError("not-found", `Reprise has ${session} open, but it is idle: there is no turn to stop.`);
  if (values.json) {
    await stdout.write(`${json("cancel", { session, run: run.run, isAsked: !values["dry-run"] })}\n`);
  } else {
    const done = values["dry-run"] ? "Would stop" : "Stopping";
    const shown = await shortIdFor(job, session, "stdout");
    await stdout.write(`${done} the turn of ${exactLine(shown)}. To continue: ${resumeCommand(shown)}\n`);
  }
  return exitCodes.done;
};
