import type { RunWish } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import type { ExitCode } from "../exit.ts";
import { conclude } from "./conclude.ts";
import { newEnding } from "./ending.ts";
import { faceOf } from "./face.ts";
import { follow } from "./follow.ts";
import { personOf } from "./person.ts";

/** A new session, shown until it has ended. */
export async function startRun(job: Job, wish: RunWish): Promise<ExitCode> {
  const runner = await job.runner();
  const carries = [...job.prompt.ids, ...(wish.carries ?? [])];
  const watching = { start: newEnding(wish.agent), face: faceOf(job), person: personOf(job) };
  const ending = await follow(job, () => runner.run({ ...wish, carries }), watching);
  return conclude(job, ending);
}
