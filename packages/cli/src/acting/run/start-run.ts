import type { RunWish } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import type { ExitCode } from "../../exit.ts";
import { personOf } from "../ask-person.ts";
import type { Caller } from "./caller.ts";
import { conclude } from "./conclude.ts";
import { followRun } from "./follow-run.ts";
import { newOutcome } from "./run-outcome.ts";
import { runPrinter } from "./run-printer.ts";

export async function startRun(
  job: Job,
  wish: RunWish,
  caller: Pick<Caller, "conclude"> = { conclude },
): Promise<ExitCode> {
  const runner = await job.runner();
  const carries = [...job.prompt.ids, ...(wish.carries ?? [])];
  const watching = { start: newOutcome(wish.agent), printer: runPrinter(job), person: personOf(job) };
  const outcome = await followRun(job, () => runner.run({ ...wish, carries }), watching);
  return caller.conclude(job, outcome);
}
