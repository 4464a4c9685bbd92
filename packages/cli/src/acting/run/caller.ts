import type { Values } from "../../arguments/options.ts";
import type { Job } from "../../commands/command.ts";
import type { ExitCode } from "../../exit.ts";
import type { RunOutcome } from "./run-outcome.ts";

/** The command that a run belongs to, if its name and its last words are not those of `run` and `resume`. */
export interface Caller {
  /** The command with more options, ready to copy. */
  say(more: Partial<Values>): string;
  conclude(job: Job, outcome: RunOutcome): Promise<ExitCode>;
}
