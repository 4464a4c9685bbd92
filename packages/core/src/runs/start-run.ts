import {
  controlledRun,
  noSettings,
  type PromptInput,
  type PromptTarget,
  type RestoreEvent,
  type RunId,
  type RunWork,
  SessionError,
  type StartedRun,
  sessionIdOf,
} from "@reprise/model";
import { promptProblem } from "./input-problem.ts";
import type { LiveRun } from "./live-run.ts";
import type { RunEnvironment } from "./open-run.ts";
import { onStopRequest } from "./stop-request.ts";

export interface RunTask extends Omit<RunWork, "control"> {
  /** An unwritable journal becomes an event. */
  readonly environment: RunEnvironment;
  /** Directs the controls to this run. */
  readonly control: (run: LiveRun) => void;
}

/** Keeps prompts on disk until a journal holds them. */
export interface PromptKeeper {
  /** The new id in a list; empty when the disk refuses. */
  save(text: string, target: PromptTarget): readonly string[];
  drop(ids: readonly string[]): void;
}

export interface RunStart {
  readonly id: RunId;
  readonly environment: RunEnvironment;
  readonly stays: boolean;
  /** For prompts sent before there is a thread. */
  readonly target: PromptTarget;
  readonly prompts: PromptKeeper;
}

/** Starts work that runs to its end, with or without listeners. The work returns its last event. */
export function startRun(
  { id, environment, stays, target, prompts }: RunStart,
  work: (task: RunTask) => Promise<RestoreEvent>,
): StartedRun {
  let live: LiveRun | null = null;
  const save = (text: string) => prompts.save(text, live === null ? target : threadTarget(live, target));
  /** What waits for the end of a turn waits on disk: nothing else would tell that a kill loses it. */
  const saveQueued = (text: string) => {
    const saved = save(text);
    if (saved.length === 0 && live?.journal.state?.turn === "open") throw new SessionError("refused", notKept);
    return saved;
  };
  const steer = async (run: LiveRun, text: string) => {
    const saved = run.journal.holds(text) ? [] : save(text);
    try {
      await run.steer({ id: environment.newId(), text }, saved);
    } catch (error) {
      prompts.drop(saved); // the caller still has the text
      throw error;
    }
  };
  const checkPrompt = (text: string, inputs: readonly PromptInput[]) => {
    const settings = live?.thread.settings ?? noSettings;
    const { driverOf, host } = environment;
    const problem = promptProblem({ text, inputs }, { ...target, settings }, driverOf(target.agent), host.env);
    if (problem !== null) throw new SessionError("refused", problem.message);
  };
  let tell: RunTask["tell"] = () => {};
  let stopListening = () => {};
  const run = controlledRun({ id, stays, newId: environment.newId, save: saveQueued, checkPrompt }, (given) => {
    tell = given.tell;
    const task: RunTask = {
      ...given,
      environment: { ...environment, onHealth: healthEvents(environment, given.tell) },
      control(run) {
        live = run;
        given.control({
          answer: (request, answer) => run.answer(request, answer),
          async steer(text) {
            checkPrompt(text, []);
            await steer(run, text);
          },
          interrupt: () => run.interrupt(),
          models: async () => (await run.thread.models?.()) ?? [],
        });
      },
    };
    return work(task)
      .catch((error: unknown): RestoreEvent => {
        // Ended before there was an agent: not an error.
        if (!task.signal.aborted || (error as Error | null)?.name !== "AbortError") throw error;
        return { type: "run-ended", status: "cancelled", failure: null };
      })
      .finally(() => stopListening());
  });
  stopListening = onStopRequest(id, environment.stateFolder, environment.host, (by) => {
    tell({ type: "notice", text: `Stopped by ${by}.` });
    void run.controls.interrupt();
  });
  return run;
}

const notKept =
  "The message could not be saved, so it cannot wait for the turn to end. Make room on the disk or correct its permissions, then send it again.";

function threadTarget({ thread }: LiveRun, target: PromptTarget): PromptTarget {
  const cwd = thread.settings.cwd ?? target.cwd;
  if (thread.thread === null) return { ...target, mode: "new", session: null, cwd };
  return { ...target, mode: "resume", session: sessionIdOf(target.agent, thread.thread), cwd };
}

/** Reports when the journal becomes unwritable, and when it works again. */
function healthEvents(environment: RunEnvironment, tell: (event: RestoreEvent) => void): RunEnvironment["onHealth"] {
  let problem: string | null = null;
  return (health) => {
    environment.onHealth(health);
    const now = health.state === "good" ? null : health.reason;
    if (now === problem) return;
    problem = now;
    tell({ type: "journal-health", problem });
  };
}
