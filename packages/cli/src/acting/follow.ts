import type { Controls, RestoreEvent } from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { isClosedByReader } from "../output.ts";
import { RequestDesk } from "./desk.ts";
import type { Ending } from "./ending.ts";
import { seen } from "./ending.ts";
import { endingWell } from "./ending-well.ts";
import type { Face } from "./face.ts";
import { takeHold } from "./hold.ts";

export type Begin = (
  onControls: (controls: Controls) => void,
  signal: AbortSignal,
) => AsyncIterable<RestoreEvent>;

export interface Watching {
  readonly start: Ending;
  readonly face: Face;
  /** Null: nobody answers the agent's requests here. */
  readonly person: Questions | null;
}

/** Shows a run until it has ended. When nobody reads any more, its turn is stopped and its end waited for. */
export async function follow(job: Job, begin: Begin, { start, face, person }: Watching): Promise<Ending> {
  const hold = takeHold(job);
  const desk = new RequestDesk({ face, person, hold, stderr: job.stderr });
  let ending = start;
  let failure: unknown = null;
  const told = async (work: Promise<void>) => {
    if (failure !== null) return work.catch(() => {});
    await work.catch((error: unknown) => {
      failure = error;
      hold.stop();
    });
  };
  try {
    for await (const event of endingWell(begin(hold.onControls, hold.signal))) {
      ending = seen(ending, event);
      if (failure === null) await told(desk.show(event));
    }
  } catch (error) {
    if (!hold.signal.aborted) throw error;
  } finally {
    desk.withdrawAll();
    await told(desk.drained());
    hold.release();
  }
  await told(face.settle());
  if (failure !== null && !isClosedByReader(failure)) throw failure;
  return { ...ending, wasStopped: hold.wasStopped(), isUnread: failure !== null };
}
