import type {
  Agent,
  AgentTraits,
  AnswerGuard,
  Controls,
  Draft,
  Entry,
  Failure,
  RestoreEvent,
  RunId,
  RunView,
  SessionId,
  SessionSummary,
} from "@reprise/model";
import type { Composer } from "../../composer/index.ts";
import type { LiveRoute, Route } from "../../kernel/route.ts";
import type { Go } from "../../kernel/screen.ts";
import type { Handshake } from "../../widgets/handshake.ts";
import type { Offered } from "../sessions/state.ts";
import type { Ask, Asking } from "./asking/ask.ts";
import type { Anchor } from "./transcript/window.ts";

/**
 * `unstarted`: a new session in which nothing was said. `idle`: the agent waits for us. `ended`: there is no agent any
 * more; going on begins with a plan.
 */
export type Phase =
  | "unstarted"
  | "checking"
  | "restoring"
  | "idle"
  | "working"
  | "interrupting"
  | "closing"
  | "ended";

/** A hold on a run before and after it can be spoken to. */
interface RunHandle {
  abort(): void;
}

interface Restoring {
  /** The person pressed Esc: it stops before the next segment. */
  readonly isCancelling: boolean;
}

export interface HistoryProgress {
  /** The turn to read next; null when there is none. */
  readonly next: number | null;
  readonly isReading: boolean;
  /** The last item that was told, where it is not read yet. */
  readonly toldTo: string | null;
}

/** The new thread has the whole history. */
export function isRestored({ view }: Pick<LiveState, "view">): boolean {
  return view.restore?.isDone === true;
}

/** Waits for Enter before this segment, where the person goes step by step. */
export function nextSegment({ view, restoring }: Pick<LiveState, "view" | "restoring">) {
  if (restoring?.isCancelling !== false) return null;
  return view.questions.find((question) => question.kind === "segment") ?? null;
}

/** What went wrong, until something else is done. */
interface Banner {
  readonly text: string;
  /** `R` does something about it. */
  readonly canRetry: boolean;
}

export interface LiveState {
  readonly beginning: LiveRoute;
  readonly place: {
    readonly cwd: string;
    readonly agents: readonly AgentTraits[];
    readonly homeFolder: string;
    readonly isDemo: boolean;
  };
  readonly phase: Phase;
  /** What has happened in the run, and the conversation before it. */
  readonly view: RunView;
  readonly summary: SessionSummary | null;
  /** When it began and what time it is now, in ms; null until the clock was looked at. */
  readonly clock: { readonly startedAt: number; readonly now: number } | null;
  /** The clock is being looked at. */
  readonly isClocked: boolean;
  /** What a replay has still to tell, by item; shown as it is told. */
  readonly untold: readonly Entry[];
  /** How far that was read: a long session is not read at once. */
  readonly historyProgress: HistoryProgress;
  readonly anchor: Anchor;
  /** Entries that came while the person was scrolled up. */
  readonly newCount: number;
  readonly isUnfolded: boolean;
  readonly composer: Composer;
  readonly draft: {
    readonly place: string;
    /** What is on disk; null where that is not known, since writing it failed. */
    readonly saved: string | null;
    readonly isDue: boolean;
    /** Why it could not be written the last time. */
    readonly problem: string | null;
  };
  /** Enter does not count yet: the words in the composer have just come there by themselves. */
  readonly hush: { readonly edition: number; readonly wasPressed: boolean } | null;
  /** Why what was typed is not sent, until something else is pressed. */
  readonly hint: string | null;
  /** The person's editor has the draft. */
  readonly isEditing: boolean;
  /** What was interrupted in this folder: asked about in the status line before anything starts. */
  readonly offered: Offered | null;
  /** Whether a key can answer it yet. */
  readonly offerGuard: AnswerGuard;
  readonly asks: readonly Ask[];
  readonly asking: Asking | null;
  readonly controls: Controls | null;
  readonly hold: RunHandle | null;
  /** Nothing of a run is left: before its last word its process may still hold the session. */
  readonly isOver: boolean;
  /** Unsent prompts of before that were put into the composer: they are sent with it. */
  readonly carries: readonly string[];
  /** The file of what was said last. */
  readonly inFlight: string | null;
  /** Files of prompts whose words are in the composer again: dropped once the draft is on disk. */
  readonly givenBack: readonly string[];
  /** Said during a turn to an agent that hears nothing then; sent after it. */
  readonly queued: readonly string[];
  readonly handshake: Handshake | null;
  readonly tick: number;
  readonly isTicking: boolean;
  readonly restoring: Restoring | null;
  readonly banner: Banner | null;
  /** The key that does something when it is pressed again soon. */
  readonly armedKey: { readonly key: "escape" | "ctrl+c"; readonly edition: number } | null;
  /** Where to, once the run is over; `again` is to a plan for the same session. */
  readonly leaving: "back" | "quit" | "agent" | "again" | null;
  /** The next plan after a refusal, shown after a moment. */
  readonly next: Route | null;
  /** The agent's own interface had the terminal. */
  readonly wasAway: boolean;
  /** It may have gone on in the agent's own interface: what is known of it is looked up before it is used. */
  readonly isUnsure: boolean;
}

export type LiveMessage =
  | { readonly type: "hold"; readonly hold: RunHandle }
  | { readonly type: "controls"; readonly controls: Controls }
  | { readonly type: "events"; readonly events: readonly RestoreEvent[] }
  | { readonly type: "run-over"; readonly failure: Failure | null }
  | { readonly type: "earlier"; readonly entries: readonly Entry[]; readonly prompts: readonly string[] }
  | {
      readonly type: "untold";
      readonly entries: readonly Entry[];
      readonly prompts: readonly string[];
      readonly next: number | null;
    }
  | { readonly type: "prompt-saved"; readonly id: string }
  | { readonly type: "steer-refused"; readonly text: string; readonly reason: string }
  | { readonly type: "found"; readonly summary: SessionSummary }
  | { readonly type: "draft-due" }
  | { readonly type: "draft-kept"; readonly place: string; readonly problem: string | null }
  | { readonly type: "hush-over"; readonly edition: number }
  | { readonly type: "draft-loaded"; readonly draft: Draft | null }
  | { readonly type: "armed"; readonly id: string; readonly edition: number }
  | { readonly type: "key-forgotten"; readonly edition: number }
  | { readonly type: "tick" }
  | { readonly type: "clock"; readonly now: number }
  | { readonly type: "offered"; readonly offered: Offered }
  | { readonly type: "offer-ready"; readonly edition: number }
  | { readonly type: "go-on" };

export type LiveTask =
  | { readonly type: "restore"; readonly beginning: LiveRoute & { readonly kind: "restore" } }
  /** `isFresh`: nothing is asked about what was interrupted here. */
  | {
      readonly type: "run";
      readonly prompt: string;
      readonly from: SessionSummary | null;
      readonly isFresh?: boolean | undefined;
      readonly carries?: readonly string[] | undefined;
    }
  | { readonly type: "decline"; readonly run: RunId }
  | { readonly type: "prefer"; readonly agent: Agent }
  /** After the words that wait there already. */
  | { readonly type: "give-draft"; readonly place: string; readonly text: string }
  /** `to`: the last turn that belongs to it; null for all of them. */
  | { readonly type: "read"; readonly session: SessionSummary | SessionId; readonly to: number | null }
  | {
      readonly type: "read-untold";
      readonly session: SessionSummary | SessionId;
      readonly from: number;
      readonly to: number;
    }
  | { readonly type: "find"; readonly session: SessionId }
  | { readonly type: "clock"; readonly ms: number }
  | { readonly type: "wait"; readonly ms: number; readonly message: LiveMessage }
  /** Then the prompts whose words are in it are dropped. */
  | {
      readonly type: "save-draft";
      readonly place: string;
      readonly text: string;
      readonly cursor: number;
      readonly drops?: readonly string[] | undefined;
    }
  | { readonly type: "load-draft"; readonly place: string }
  | {
      readonly type: "answer";
      readonly controls: Controls;
      readonly request: string;
      readonly answer: Parameters<Controls["answer"]>[1];
    }
  | { readonly type: "send"; readonly controls: Controls; readonly text: string }
  | { readonly type: "steer"; readonly controls: Controls; readonly text: string }
  | { readonly type: "interrupt"; readonly controls: Controls }
  | { readonly type: "close"; readonly controls: Controls }
  | { readonly type: "abort"; readonly hold: RunHandle }
  | {
      readonly type: "decide";
      readonly controls: Controls;
      readonly question: string;
      readonly isYes: boolean;
    };

export interface LiveStep {
  readonly state: LiveState;
  readonly tasks?: readonly LiveTask[] | undefined;
  readonly go?: Go | undefined;
}
