import { activityFrom, noActivity, type ProjectRun, type ProjectState, type ProjectView } from "@reprise/model";
import type { Job } from "../../commands/command.ts";
import { type ExitCode, exitCodes } from "../../exit.ts";
import { personOf } from "../ask-person.ts";
import { followProject } from "./follow-project.ts";
import { projectPrinter } from "./project-printer.ts";

/** Shows the work line by line until it ends. `before`: the project as it was; null if it is new. */
export async function workOnProject(job: Job, run: ProjectRun, before: ProjectView | null): Promise<ExitCode> {
  const printer = projectPrinter(job, before === null ? noActivity : activityFrom(before));
  const { state } = await followProject(job, run, { printer, person: personOf(job) });
  return unfinished.includes(state) ? exitCodes.failed : exitCodes.done;
}

/** The work did not get to an end that it may have. */
const unfinished: readonly ProjectState[] = ["failed", "interrupted", "parked", "damaged"];
