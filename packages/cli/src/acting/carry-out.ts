import type { Consent, RestorePlan, Runner } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { begun, type Ending } from "./ending.ts";
import { faceOf } from "./face.ts";
import { follow } from "./follow.ts";
import { personOf } from "./person.ts";
import { RestoreKeys } from "./restore-keys.ts";

interface Agreed {
  readonly plan: RestorePlan;
  readonly consent: Consent;
  /** The command that goes on with it, if it does not come to its end. */
  readonly again: string;
}

/** Shows what becomes of a plan, until it has ended. */
export function carryOutPlan(job: Job, runner: Runner, { plan, consent, again }: Agreed): Promise<Ending> {
  const [person, face] = [personOf(job), faceOf(job)];
  const isTelling = plan.mode === "replay" || plan.mode === "fork";
  const keys = isTelling && person !== null ? new RestoreKeys(job.surroundings) : null;
  const segments = keys !== null && job.values.step ? "ask" : "send";
  const whole = { ...consent, segments, carries: job.prompt.ids } as const;
  const watching = {
    start: begun(plan, again),
    face,
    person,
    keys,
    segments: plan.mode === "replay" ? plan.segments : [],
  };
  return follow(job, () => runner.restore(plan, whole), watching);
}
