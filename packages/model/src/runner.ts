import type { FilesPlan } from "./files.ts";
import type { Scope, Warning } from "./library.ts";
import type { KeptApproval, RestoreEvent, RestorePlan, Wish } from "./restore.ts";
import type { Answer, Consent, PromptInput, RunId, RunScope, RunState, RunWish } from "./run.ts";
import { type EndReason, endReasonIn } from "./runs/end-reason.ts";
import type { offerSchema, statusRowSchema } from "./schema/acting.ts";
import type { dismissalSchema } from "./schema/http-runner.ts";
import type { Value } from "./schema/value.ts";

/** An event with its number, from 1. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: RestoreEvent;
}

/** A run of this process or of another. */
export interface Run {
  readonly id: RunId;
  /** Event numbers are comparable only if this is the same: another process that continues the run starts at 1 again. */
  readonly origin: string;
  /** Null if another process has the run: it can only be watched. */
  readonly controls: Controls | null;
  /**
   * Events after a number, then new ones, until the run ends or the signal aborts; for any number of listeners. In a long
   * run deltas may be dropped, but never the items they led to. Throws what ended the run unexpectedly.
   */
  events(after?: number, signal?: AbortSignal): AsyncIterable<NumberedEvent>;
}

/** A run of this process. */
export interface StartedRun extends Run {
  readonly controls: Controls;
  /** What it carries out; absent for a new session, and over HTTP. */
  readonly plan?: RestorePlan | undefined;
}

/** Controls a run. */
export interface Controls {
  /** This and the others resolve once the run has it; they reject only where it cannot be reached. */
  answer(request: string, answer: Answer): Promise<void>;
  /** Answers a question of the restore itself. */
  decide(question: string, isYes: boolean): Promise<void>;
  steer(text: string): Promise<void>;
  /**
   * Stops the turn: the run then ends with `cancelled`, unless it is interactive. While history is sent, stops before the
   * next segment. Before the first prompt is sent, ends the run.
   */
  interrupt(): Promise<void>;
  /**
   * Queues another turn of an interactive run, after the current one. When this resolves, the text is on disk under the
   * id; null if the disk refuses. Rejects with `refused` if the agent does not take the inputs.
   */
  send(text: string, inputs?: readonly PromptInput[]): Promise<string | null>;
  /** Names of the models that the agent offers; none if it cannot list them. Absent where it cannot be asked. */
  readonly models?: (() => Promise<readonly string[]>) | undefined;
  /** Ends an interactive run after its turn. */
  close(): Promise<void>;
  /** Ends the run in any state, `stopped` unless given. Resolves when it has ended; never rejects. */
  end(why?: EndReason): Promise<void>;
}

/** A run that stopped for a reason that may be gone, or a prompt that was never sent. */
export type Offer = Value<typeof offerSchema>;

/** A run or session that was active when something died, or still is. */
export type StatusRow = Value<typeof statusRowSchema>;

/** Whether a session can be dismissed, and whether it was. */
export type Dismissal = Value<typeof dismissalSchema>;

/** Runs agents and continues sessions. Journals everything it does. */
export interface Runner {
  /** Starts at once, and continues without listeners. Ends with `run-ended`. */
  run(wish: RunWish): Promise<StartedRun>;
  /** Every journalled run, or those of a scope, newest first. Read-only. */
  runs(scope?: RunScope): Promise<readonly RunState[]>;
  /** A run by its id; one of another process through its journal. Read-only. Throws `not-found`. */
  attach(run: RunId): Promise<Run>;
  /**
   * The latest run of the scope that was cut off, or an unsent prompt; not one that was declined. `isAsked`: the person asks what can be
   * continued, so also one that they stopped, or that failed for a reason that may be gone; unless
   * the scope is a review, also one that they declined.
   */
  offer(scope: RunScope, isAsked?: boolean): Promise<Offer | null>;
  decline(run: RunId): Promise<void>;
  /** Read-only: starts no agent. */
  plan(session: string, wish: Wish): Promise<RestorePlan>;
  /** Carries out a plan, like `run`. Ends with `run-ended`, `refused`, `busy`, `brief` or `restore-cancelled`. */
  restore(plan: RestorePlan, consent: Consent): Promise<StartedRun>;
  /** The files the session edited, as they were after one of its turns. Read-only. */
  filesAt(session: string, turn: number): Promise<FilesPlan>;
  /**
   * Writes the files as planned, and resolves with an id to undo that: `id`, if the caller has recorded one. Throws `refused`, without touching any, if the plan
   * has a conflict or a file has changed since the plan.
   */
  rewindFiles(plan: FilesPlan, id?: string): Promise<string>;
  /**
   * Restores the files from before `rewindFiles`; resolves with their paths. Throws `not-found` for an unknown id, and
   * `refused`, without touching any, if a file has changed since.
   */
  undoRewind(id: string): Promise<readonly string[]>;
  /** What was running, may have partly run, still runs, or has changed since. Read-only. */
  status(scope: Scope): Promise<readonly StatusRow[]>;
  /** How many interrupted sessions of the scope are dismissed. Read-only; reads no session if nothing was dismissed. */
  dismissedCount(scope: Scope): Promise<number>;
  /** Read-only. */
  dismissal(session: string): Promise<Dismissal>;
  /** Dismisses, or undoes that. Throws `not-found` if there is nothing to dismiss. */
  dismiss(session: string, isDismissed: boolean): Promise<Dismissal>;
  /** Our run that has the session open; null if none, even if another program has. Read-only. */
  running(session: string): Promise<RunState | null>;
  /** Asks the process that runs the session to stop its turn, if it has one. Null if none runs it. */
  cancel(session: string): Promise<RunState | null>;
  approvals(session: string): Promise<readonly KeptApproval[]>;
  grant(session: string, approval: Pick<KeptApproval, "hash" | "subject">): Promise<void>;
  revoke(session: string, hash: string): Promise<void>;
  warnings(): Promise<readonly Warning[]>;
  close(): void;
}

export interface Following {
  /** Aborting ends the run, for the reason of `endedFor`. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the agent has started. */
  readonly onControls?: ((controls: Controls) => void) | undefined;
}

/** The events of a run for a single listener: leaving the loop ends the run. */
export async function* followed(
  starting: Promise<StartedRun>,
  { signal, onControls }: Following = {},
): AsyncGenerator<RestoreEvent> {
  const { controls, events } = await starting;
  const end = () => void controls.end(signal && endReasonIn(signal));
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end);
  try {
    let isStarted = false;
    for await (const { event } of events()) {
      if (!isStarted && event.type !== "checking" && event.type !== "journal-health") {
        isStarted = true;
        onControls?.(controls);
      }
      yield event;
    }
  } finally {
    signal?.removeEventListener("abort", end);
    await controls.end();
  }
}
