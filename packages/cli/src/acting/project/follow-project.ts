import { type ProjectControls, type ProjectRun, pausedWords } from "@reprise/model";
import type { Questions } from "../../ask/questions.ts";
import type { Job } from "../../commands/command.ts";
import { isClosedByReader } from "../../output.ts";
import type { ProjectPrinter, ProjectResult } from "./project-printer.ts";

interface Watching {
  readonly printer: ProjectPrinter;
  /** Null: nobody here can say whether a paused round is continued. */
  readonly person: Questions | null;
}

/**
 * Shows the work until it ends. The first Ctrl-C pauses the round and asks; a second, another stop signal, or an output that
 * is closed, ends the work and leaves the round to be resumed.
 */
export async function followProject(job: Job, run: ProjectRun, { printer, person }: Watching): Promise<ProjectResult> {
  const { controls } = run;
  const stopper = pauseOnSignal(job, controls, person !== null);
  let failure: unknown = null;
  let result: ProjectResult = { path: run.path, state: "interrupted", rounds: 0 };
  const asking: Promise<void>[] = [];
  const asked = new AbortController();
  try {
    for await (const { event } of run.events()) {
      if (event.type === "project-ended") {
        asked.abort();
        result = { ...result, state: event.state, rounds: event.rounds };
      }
      if (failure !== null) continue;
      try {
        await printer.show(event);
      } catch (error) {
        failure = error;
        void controls.end();
        continue;
      }
      // Events after the answer are shown while the question is being closed.
      if (event.type === "round-paused") asking.push(answerPause(person, controls, stopper, asked.signal));
    }
  } finally {
    asked.abort();
    stopper.release();
    await controls.end();
  }
  await Promise.all(asking);
  if (failure === null) await printer.end(result);
  else if (!isClosedByReader(failure)) throw failure;
  return result;
}

async function answerPause(
  person: Questions | null,
  controls: ProjectControls,
  stopper: Stopper,
  signal: AbortSignal,
): Promise<void> {
  if (person === null) return controls.end();
  const { question, continue: go, stop } = pausedWords;
  const keys = { c: "continue", s: "stop" } as const;
  const answer = await person.choose(`${question} [c] ${go}  [s] ${stop}  [Esc] leave it for later`, keys, signal);
  if (answer === "withdrawn") return;
  stopper.again();
  if (answer === "continue") return controls.continueRound();
  return answer === "stop" ? controls.stop() : controls.end();
}

interface Stopper {
  /** The pause is over: the next Ctrl-C pauses again. */
  again(): void;
  release(): void;
}

function pauseOnSignal(
  { machine, stderr }: Pick<Job, "machine" | "stderr">,
  controls: ProjectControls,
  canAsk: boolean,
): Stopper {
  let isPausing = false;
  const release = machine.onInterrupt((signal) => {
    if (signal === "SIGINT" && canAsk && !isPausing) {
      isPausing = true;
      controls.interrupt().catch(() => controls.end()); // end an agent that cannot be interrupted
      void stderr.write("\nInterrupting the round… (Ctrl-C again ends the work)\n").catch(() => {});
      return "goes-on";
    }
    void controls.end();
    return "ends";
  });
  return {
    again: () => {
      isPausing = false;
    },
    release,
  };
}
