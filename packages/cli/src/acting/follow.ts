import { followed, type PlanOf, type StartedRun } from "@reprise/model";
import type { Questions } from "../ask/questions.ts";
import type { Job } from "../commands/command.ts";
import { isClosedByReader } from "../output.ts";
import { RequestDesk } from "./desk.ts";
import type { Ending } from "./ending.ts";
import { seen } from "./ending.ts";
import { endingWell } from "./ending-well.ts";
import type { Face } from "./face.ts";
import { takeHold } from "./hold.ts";
import type { RestoreKeys } from "./restore-keys.ts";

export interface Watching {
  readonly start: Ending;
  readonly face: Face;
  /** Null: nobody answers the agent's requests here. */
  readonly person: Questions | null;
  /** The keys while history is told; null where nobody can press them, or none is told. */
  readonly keys?: RestoreKeys | null;
  /** Of the history that is sent. */
  readonly segments?: PlanOf<"replay">["segments"];
}

/** Shows a run until it has ended. When nobody reads any more, its turn is stopped and its end waited for. */
export async function follow(
  job: Job,
  begin: () => Promise<StartedRun>,
  watching: Watching,
): Promise<Ending> {
  const { start, face, person, keys = null, segments = [] } = watching;
  let ending = start;
  const isTelling = () => ending.restore !== null && !ending.restore.isDone;
  const hold = takeHold(job, { isTelling });
  const desk = new RequestDesk({
    ...{ face, person, hold, keys, segments, stderr: job.stderr },
    columns: job.surroundings.columns,
  });
  let failure: unknown = null;
  const told = async (work: Promise<void>) => {
    if (failure !== null) return work.catch(() => {});
    await work.catch((error: unknown) => {
      failure = error;
      hold.stop();
    });
  };
  await keys?.open(hold);
  job.prompt.stays();
  try {
    for await (const event of endingWell(followed(begin(), hold))) {
      ending = seen(ending, event);
      if (!isTelling() || event.type === "request") keys?.close();
      if (failure === null) await told(desk.show(event));
    }
  } catch (error) {
    if (!hold.signal.aborted) throw error;
  } finally {
    keys?.close();
    desk.withdrawAll();
    await told(desk.drained());
    hold.release();
  }
  await told(face.end());
  if (failure !== null && !isClosedByReader(failure)) throw failure;
  // Without an end event it is interrupted.
  const status = ending.status === "running" ? "interrupted" : ending.status;
  return { ...ending, status, wasStopped: hold.wasStopped(), isUnread: failure !== null };
}
