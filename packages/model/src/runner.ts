import type { FilesPlan } from "./files.ts";
import type { SessionId } from "./ids.ts";
import type { Scope, Warning } from "./library.ts";
import type { KeptApproval, RestoreEvent, RestorePlan, Wish } from "./restore.ts";
import type { Answer, Consent, RunId, RunScope, RunState, RunWish } from "./run.ts";
import type { offerSchema, statusRowSchema } from "./schema/acting.ts";
import type { Value } from "./schema/value.ts";

/** An event with its number, from 1. */
export interface NumberedEvent {
  readonly number: number;
  readonly event: RestoreEvent;
}

/** A run of this process or of another. */
export interface Run {
  readonly id: RunId;
  /** Numbers of events count only where this is the same: another process that continues the run starts at 1 again. */
  readonly origin: string;
  /** Null where another process has the run: it can only be watched. */
  readonly controls: Controls | null;
  /**
   * Events after a number, then those to come, until the run ends or the signal aborts; for any number of listeners. Of a
   * long run, deltas may be left out; the items they led to never are. Throws what ended the run unexpectedly.
   */
  events(after?: number, signal?: AbortSignal): AsyncIterable<NumberedEvent>;
}

/** A run of this process. */
export interface StartedRun extends Run {
  readonly controls: Controls;
}

/** Acts on a run. */
export interface Controls {
  answer(request: string, answer: Answer): void;
  /** Answers a question of the restore itself. */
  decide(question: string, isYes: boolean): void;
  steer(text: string): Promise<void>;
  /**
   * Stops the turn: the run then ends with `cancelled`, unless it stays. While history is sent, stops before the next
   * segment. Before the first prompt is sent, ends the run.
   */
  interrupt(): Promise<void>;
  /**
   * Another turn of a run that stays. Waits for the one before. The text is on disk when this returns, under the id it
   * returns; null where the disk refuses.
   */
  send(text: string): string | null;
  /** Ends a run that stays, when its turn has ended. */
  close(): void;
  /** Ends the run, whatever it does. Resolves when it has ended; never rejects. */
  end(): Promise<void>;
}

/** A run that stopped for a reason that may be over, or a prompt that was never sent. */
export type Offer = Value<typeof offerSchema>;

/** One run or session that was going on when something died, or still is. */
export type StatusRow = Value<typeof statusRowSchema>;

/** Whether a session has something to dismiss, and whether that was done. */
export interface Dismissal {
  readonly session: SessionId;
  /** Why there is nothing to dismiss; null where there is. */
  readonly whyNot: string | null;
  readonly isDismissed: boolean;
}

/** Runs, and sessions made to go on. Everything it does is journalled. */
export interface Runner {
  /** Starts at once, and continues whether or not anybody listens. Ends with `run-ended`. */
  run(wish: RunWish): Promise<StartedRun>;
  /** Every run that was ever journalled, or those of a scope, newest first. Reads only. */
  runs(scope?: RunScope): Promise<readonly RunState[]>;
  /** A run by its id; one of another process through its journal. Reads only. Throws `not-found`. */
  attach(run: RunId): Promise<Run>;
  /** The most recent run of the scope that can be continued, or prompt that was not sent; not what was declined. */
  offer(scope: RunScope): Promise<Offer | null>;
  decline(run: RunId): Promise<void>;
  /** Reads only: starts no agent. */
  plan(session: string, wish: Wish): Promise<RestorePlan>;
  /** Carries out a plan, as `run`. Ends with `run-ended`, `refused`, `busy`, `brief` or `restore-cancelled`. */
  restore(plan: RestorePlan, consent: Consent): Promise<StartedRun>;
  /** The files the session edited, as they were after one of its turns. Reads only. */
  filesAt(session: string, turn: number): Promise<FilesPlan>;
  /**
   * Makes the files what the plan says, and resolves with the id under which that can be undone. Throws `refused`,
   * having touched none, when the plan has a conflict or a file is no longer what the plan was made from.
   */
  rewindFiles(plan: FilesPlan): Promise<string>;
  /**
   * Makes the files again what they were before `rewindFiles`; resolves with their paths. Throws `not-found` for an
   * unknown id, and `refused`, having touched none, when a file has changed since.
   */
  undoRewind(id: string): Promise<readonly string[]>;
  /** What was live, what half-ran, what still runs, what has changed since. Reads only. */
  status(scope: Scope): Promise<readonly StatusRow[]>;
  /** How many interrupted sessions of the scope are dismissed. Reads only, and no session where nothing was dismissed. */
  dismissedCount(scope: Scope): Promise<number>;
  /** Reads only. */
  dismissal(session: string): Promise<Dismissal>;
  /** Or lets it count again. Throws `not-found` where there is nothing to dismiss. */
  dismiss(session: string, isDismissed: boolean): Promise<Dismissal>;
  /** The run of ours that has the session now; null when none does, whoever else may. Reads only. */
  running(session: string): Promise<RunState | null>;
  /** Asks the process of the run that has it to stop the turn. Null when none does. */
  cancel(session: string): Promise<RunState | null>;
  approvals(session: string): Promise<readonly KeptApproval[]>;
  grant(session: string, approval: Pick<KeptApproval, "hash" | "subject">): Promise<void>;
  revoke(session: string, hash: string): Promise<void>;
  warnings(): readonly Warning[];
  close(): void;
}

export interface Following {
  /** Ends the run. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the agent has started. */
  readonly onControls?: ((controls: Controls) => void) | undefined;
}

/** The events of a run, for the one listener that it is for: leaving ends the run. */
export async function* followed(
  starting: Promise<StartedRun>,
  { signal, onControls }: Following = {},
): AsyncGenerator<RestoreEvent> {
  const { controls, events } = await starting;
  const end = () => void controls.end();
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
