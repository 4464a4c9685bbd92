import type { Consent, PlanOf, RestorePlan, Runner } from "@reprise/model";
import type { Job } from "../commands/command.ts";
import { count } from "../print/words.ts";
import { begun, type Ending } from "./ending.ts";
import { type Face, faceOf } from "./face.ts";
import { type Begin, follow } from "./follow.ts";
import type { Hold } from "./hold.ts";
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
  const begin: Begin = (onControls, signal, hold) => {
    const whole = isTelling ? stoppable(job, { plan, consent, keys, face, hold }) : consent;
    return runner.restore(plan, { ...whole, carries: job.prompt.ids }, onControls, signal);
  };
  return follow(job, begin, { start: begun(plan, again), face, person, keys });
}

interface Stoppable {
  readonly plan: RestorePlan;
  readonly consent: Consent;
  readonly keys: RestoreKeys | null;
  readonly face: Face;
  readonly hold: Hold;
}

/** Asked before each segment whether to go on: not once the person has stopped it, and with `--step` only on Enter. */
function stoppable({ values, stderr }: Job, { plan, consent, keys, face, hold }: Stoppable): Consent {
  const mayGoOn = async (number: number) => {
    if (hold.wasStopped()) return false;
    if (keys === null || !values.step) return true;
    const goesOn = await keys.mayGoOn(async () => {
      await face.settle();
      await stderr.write(
        `${plan.mode === "replay" ? segmentWords(plan, number) : `Segment ${number}`}: Enter goes on, Esc cancels `,
      );
    });
    await stderr.write("\n");
    return goesOn;
  };
  if (keys === null) return { ...consent, mayGoOn };
  return { ...consent, mayGoOn, acceptsDrift: (drift) => keys.lent(() => consent.acceptsDrift(drift)) };
}

function segmentWords({ segments }: PlanOf<"replay">, number: number): string {
  const segment = segments.find((one) => one.number === number);
  const size = segment === undefined ? "" : ` (about ${count(segment.tokens, "token")})`;
  return `Segment ${number} of ${Math.max(number, segments.length)}${size}`;
}
