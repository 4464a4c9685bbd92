import type { FilesPlan } from "./files.ts";
import type { Agent, SessionId } from "./ids.ts";
import type { Scope, Warning } from "./library.ts";
import type { Drift, KeptApproval, RestoreEvent, RestorePlan, Wish } from "./restore.ts";
import type { Answer, RunEvent, RunId, RunState, Settings } from "./run.ts";
import type { offerSchema, statusRowSchema } from "./schema/acting.ts";
import type { Value } from "./schema/value.ts";
import type { Lineage } from "./session.ts";

export interface RunWish {
  readonly agent: Agent;
  readonly cwd: string;
  /** What is not said is left to the agent. */
  readonly settings: Partial<Settings>;
  readonly prompt: string;
  /** Somebody is there to answer; otherwise what the agent asks for is declined, and recorded so. */
  readonly canAnswer: boolean;
  /** Goes on after the turn, with what `Controls.send` says, until it is closed. */
  readonly stays?: boolean | undefined;
  /** The session whose brief the prompt is. */
  readonly lineage?: Lineage | undefined;
  /** Saved and unsent prompts that the prompt is made of: once it is in the journal they count as sent. */
  readonly carries?: readonly string[] | undefined;
}

/** What the person has agreed to. */
export interface Consent {
  /** Asked when the agent comes back with other settings than asked for, none of them wider. */
  readonly acceptsDrift: (drift: readonly Drift[]) => Promise<boolean>;
  /** Saved approvals may answer identical requests. */
  readonly reappliesApprovals: boolean;
  /** So may those that only the agent's log claims: the person has seen them, and said yes to them. */
  readonly trustsLog?: boolean | undefined;
  readonly tellsAccount: boolean;
  readonly allowsWider: boolean;
  readonly canAnswer: boolean;
  /** As in a wish to run. */
  readonly stays?: boolean | undefined;
  /** As in a wish to run. Unsent prompts that are in the plan are carried in any case. */
  readonly carries?: readonly string[] | undefined;
  /** Asked before each segment, where the person wants to go step by step. */
  readonly mayGoOn?: ((segment: number) => Promise<boolean>) | undefined;
}

/** A hold on a run that is under way. */
export interface Controls {
  answer(request: string, answer: Answer): void;
  steer(text: string): Promise<void>;
  /** Stops the turn; the events then end with `cancelled`, unless the run stays. */
  interrupt(): Promise<void>;
  /**
   * Another turn of a run that stays. Waits for the one before. The text is on disk when this returns, under the id it
   * returns; null where the disk refuses.
   */
  send(text: string): string | null;
  /** Ends a run that stays, when its turn has ended. */
  close(): void;
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
  /** Ends with `run-ended`. */
  run(wish: RunWish, onControls: (controls: Controls) => void, signal: AbortSignal): AsyncIterable<RunEvent>;
  /** The most recent run of this folder's project that can be continued, or prompt that was not sent; not what was declined. */
  offer(cwd: string): Promise<Offer | null>;
  decline(run: RunId): Promise<void>;
  /** Reads only: starts no agent. */
  plan(session: string, wish: Wish): Promise<RestorePlan>;
  /** Carries out a plan. Ends with `run-ended`, `refused`, `busy`, `brief` or `restore-cancelled`. */
  restore(
    plan: RestorePlan,
    consent: Consent,
    onControls: (controls: Controls) => void,
    signal: AbortSignal,
  ): AsyncIterable<RestoreEvent>;
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
