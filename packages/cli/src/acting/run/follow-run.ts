import { type Failure, followed, type PlanOf, type RestoreEvent, type StartedRun } from "@reprise/model";
import type { Questions } from "../../ask/questions.ts";
import type { Job } from "../../commands/command.ts";
import { isClosedByReader } from "../../output.ts";
import type { RestoreKeys } from "../restore/restore-keys.ts";
import { RequestPrompter } from "./request-prompter.ts";
import { outcomeAfter, type RunOutcome } from "./run-outcome.ts";
import type { RunPrinter } from "./run-printer.ts";
import { stopOnSignal } from "./stop-on-signal.ts";

export interface Watching {
  readonly start: RunOutcome;
  readonly printer: RunPrinter;
  /** Null: nobody here answers the agent's requests. */
  readonly person: Questions | null;
  /** Keys while history is sent; null when nobody can press them or no history is sent. */
  readonly keys?: RestoreKeys | null;
  /** Of the history being sent. */
  readonly segments?: PlanOf<"replay">["segments"];
}

/** Shows a run until it ends. If the output is closed, the run is cut off, and its end waited for. */
export async function followRun(job: Job, begin: () => Promise<StartedRun>, watching: Watching): Promise<RunOutcome> {
  const { start, printer, person, keys = null, segments = [] } = watching;
  let outcome = start;
  const isTelling = () => outcome.restore !== null && !outcome.restore.isDone;
  const stopper = stopOnSignal(job, { isTelling });
  const prompter = new RequestPrompter({
    printer,
    person,
    stopper,
    keys,
    segments,
    stderr: job.stderr,
    columns: job.machine.columns,
  });
  let failure: unknown = null;
  const told = async (work: Promise<void>) => {
    if (failure !== null) return work.catch(() => {});
    await work.catch((error: unknown) => {
      failure = error;
      stopper.cutOff();
    });
  };
  await keys?.open(stopper);
  job.prompt.stays();
  try {
    for await (const event of endingWell(followed(begin(), stopper))) {
      outcome = outcomeAfter(outcome, event);
      if (!isTelling() || event.type === "request") keys?.close();
      if (failure === null) await told(prompter.show(event));
    }
  } catch (error) {
    if (!stopper.signal.aborted) throw error;
  } finally {
    keys?.close();
    prompter.withdrawAll();
    await told(prompter.drained());
    stopper.release();
  }
  await told(printer.end());
  if (failure !== null && !isClosedByReader(failure)) throw failure;
  // Without an end event it is interrupted.
  const status = outcome.status === "running" ? "interrupted" : outcome.status;
  return { ...outcome, status, wasStopped: stopper.wasStopped(), isUnread: failure !== null };
}

/** Turns a start failure into `run-ended`. */
async function* endingWell(events: AsyncIterable<RestoreEvent>): AsyncGenerator<RestoreEvent> {
  try {
    yield* events;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === null) throw error;
    yield { type: "run-ended", status: "failed", failure };
  }
}

function failureOf(error: unknown): Failure | null {
  const failure = (error as { failure?: Partial<Failure> } | null)?.failure;
  if (!(error instanceof Error) || typeof failure?.kind !== "string") return null;
  return {
    kind: failure.kind,
    message: failure.message ?? error.message,
    resetsAt: failure.resetsAt ?? null,
  };
}
