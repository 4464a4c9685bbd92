import type {
  Agent,
  AgentTraits,
  AnswerGuard,
  Controls,
  Draft,
  Entry,
  Failure,
  PromptInput,
  RestoreEvent,
  RunId,
  RunView,
  RunWish,
  SessionId,
  SessionSummary,
  Settings,
  Timestamp,
} from "@reprise/model";
import type { Composer } from "../../composer/index.ts";
import type { LiveRoute, Route } from "../../kernel/route.ts";
import type { Go } from "../../kernel/screen.ts";
import type { Handshake } from "../../widgets/handshake.ts";
import type { Offered } from "../sessions/state.ts";
import type { Ask, Asking } from "./asking/ask.ts";
import type { Completion } from "./completion/completion.ts";
import type { Anchor } from "./transcript/window.ts";

/**
 * `unstarted`: a new session without a prompt. `idle`: the agent waits for the user. `ended`: no agent;
 * continuing starts with a plan.
 */
export type Phase = "unstarted" | "checking" | "restoring" | "idle" | "working" | "interrupting" | "closing" | "ended";

/** A handle on a run, before and after it accepts input. */
interface RunHandle {
  abort(): void;
}

interface Restoring {
  /** Esc was pressed: stops before the next segment. */
  readonly isCancelling: boolean;
}

export interface HistoryProgress {
  /** The turn to read next; null if none. */
  readonly next: number | null;
  readonly isReading: boolean;
  /** The last item sent, if not read yet. */
  readonly toldTo: string | null;
}

/** The new thread has the whole history. */
export function isRestored({ view }: Pick<LiveState, "view">): boolean {
  return view.restore?.isDone === true;
}

/** The segment that waits for Enter, in step-by-step mode. */
export function nextSegment({ view, restoring }: Pick<LiveState, "view" | "restoring">) {
  if (restoring?.isCancelling !== false) return null;
  return view.questions.find((question) => question.kind === "segment") ?? null;
}

/** Part of another screen, which starts it and decides when it ends. */
export function isHosted({ beginning }: Pick<LiveState, "beginning">): boolean {
  return beginning.kind === "hosted" || (beginning.kind === "restore" && beginning.isHosted === true);
}

/** A usage limit ended the last turn; what continues is up to the person. */
export function isAtLimit(state: Pick<LiveState, "beginning" | "phase" | "view" | "waitsUntil">): boolean {
  return state.phase === "idle" && state.view.parkedUntil !== null && state.waitsUntil === null && !isHosted(state);
}

/** An error, until the next action. */
interface Banner {
  readonly text: string;
  /** `R` retries it. */
  readonly canRetry: boolean;
}

export interface Attachment extends PromptInput {
  /** Absent if it was not looked at here. */
  readonly sizeBytes?: number | undefined;
}

export interface QueuedMessage {
  readonly text: string;
  readonly inputs: readonly Attachment[];
}

export interface KnownModel {
  readonly name: string;
  /** Offered by the agent now; else a session of it used it. */
  readonly isOffered: boolean;
}

export type Continuation =
  | { readonly kind: "fork" }
  | { readonly kind: "switch" }
  | { readonly kind: "settings"; readonly settings: Partial<Settings> };

export interface LiveState {
  readonly beginning: LiveRoute;
  readonly place: {
    readonly cwd: string;
    readonly agents: readonly AgentTraits[];
    readonly homeFolder: string;
    readonly isDemo: boolean;
  };
  readonly phase: Phase;
  /** The events of the run, and the conversation before it. */
  readonly view: RunView;
  readonly summary: SessionSummary | null;
  /** The person wants the session continued once this limit is lifted. */
  readonly waitsUntil: Timestamp | null;
  /** Start and current time in ms; null until the clock is read. */
  readonly clock: { readonly startedAt: number; readonly now: number } | null;
  /** The clock is being read. */
  readonly isClocked: boolean;
  /** Entries a replay has not sent yet; shown as they are sent. */
  readonly untold: readonly Entry[];
  /** How far they were read: a long session is not read at once. */
  readonly historyProgress: HistoryProgress;
  readonly anchor: Anchor;
  /** Entries added while scrolled up. */
  readonly newCount: number;
  readonly isUnfolded: boolean;
  readonly composer: Composer;
  readonly draft: {
    readonly place: string;
    /** The text on disk; null if unknown after a failed write. */
    readonly saved: string | null;
    readonly isDue: boolean;
    /** Why the last write failed. */
    readonly problem: string | null;
  };
  /** Enter is ignored for now: the text in the composer has just appeared by itself. */
  readonly enterGuard: AnswerGuard;
  /** Enter was pressed while its guard waited. */
  readonly wasEnterEarly: boolean;
  /** Why the typed text is not sent, until the next key. */
  readonly hint: string | null;
  /** The user's editor has the draft, which starts with the queue. */
  readonly editing: { readonly queue: string } | null;
  /** An interrupted session in this folder: offered in the status line before anything starts. */
  readonly offered: Offered | null;
  /** Whether a key can answer the offer yet. */
  readonly offerGuard: AnswerGuard;
  readonly asks: readonly Ask[];
  readonly asking: Asking | null;
  /** Number of the last answer. */
  readonly lastAnswer: number;
  /** Its key may still be held down. */
  readonly isJustAnswered: boolean;
  readonly controls: Controls | null;
  readonly hold: RunHandle | null;
  /** The run has fully ended; until then its process may still hold the session. */
  readonly isOver: boolean;
  /** Earlier unsent prompts placed in the composer, and sent with it. */
  readonly carries: readonly string[];
  /** The file of the last prompt. */
  readonly inFlight: string | null;
  /** Files of prompts whose text is back in the composer: dropped once the draft is on disk. */
  readonly givenBack: readonly string[];
  /** Sent after the turn, in this order. */
  readonly queued: readonly QueuedMessage[];
  /** Goes with the next message. */
  readonly attached: readonly Attachment[];
  /** Images that are being read, to be attached. */
  readonly attaching: number;
  /** What is offered for the word being written. */
  readonly completion: Completion | null;
  /** Files or models are being looked for. */
  readonly isSeeking: boolean;
  /** Models known for `/model`; null until they are needed. */
  readonly models: readonly KnownModel[] | null;
  /** Settings chosen here for a new session. */
  readonly settings: Partial<Settings>;
  /** The plan that is to be shown, as soon as the session was looked up. */
  readonly wanted: Continuation | null;
  readonly handshake: Handshake | null;
  readonly tick: number;
  readonly isTicking: boolean;
  readonly restoring: Restoring | null;
  readonly banner: Banner | null;
  /** The key that acts if pressed again soon. */
  readonly armedKey: { readonly key: "escape" | "ctrl+c"; readonly edition: number } | null;
  /** Where to go after the run; `again`: to a plan for the same session. */
  readonly leaving: "back" | "quit" | "agent" | "again" | null;
  /** The next plan after a refusal, shown after a moment. */
  readonly next: Route | null;
  /** The agent's own interface had the terminal. */
  readonly wasAway: boolean;
  /** It may have continued in the agent's own interface: look it up again before use. */
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
  /** `at`: the last finished turn, for a fork; null if that is the last. */
  | { readonly type: "found"; readonly summary: SessionSummary; readonly at: number | null }
  | { readonly type: "exported"; readonly path: string; readonly sizeBytes: number }
  | { readonly type: "attached"; readonly path: string; readonly sizeBytes: number; readonly text: string }
  | {
      readonly type: "not-attached";
      readonly reason: string;
      readonly text: string;
      readonly isPasted: boolean;
    }
  | { readonly type: "not-there"; readonly path: string; readonly reason: string }
  | { readonly type: "send-refused"; readonly message: QueuedMessage; readonly reason: string }
  | { readonly type: "files"; readonly letters: string; readonly paths: readonly string[] }
  | { readonly type: "models"; readonly models: readonly KnownModel[] }
  /** Said above the composer, until the next key. */
  | { readonly type: "hint"; readonly text: string }
  | { readonly type: "draft-due" }
  | { readonly type: "draft-kept"; readonly place: string; readonly problem: string | null }
  | { readonly type: "enter-ready"; readonly edition: number }
  | { readonly type: "draft-loaded"; readonly draft: Draft | null; readonly queue: string }
  | { readonly type: "armed"; readonly id: string; readonly edition: number }
  | { readonly type: "key-forgotten"; readonly edition: number }
  | { readonly type: "answer-past"; readonly edition: number }
  | { readonly type: "tick" }
  | { readonly type: "clock"; readonly now: number }
  | { readonly type: "offered"; readonly offered: Offered }
  | { readonly type: "offer-ready"; readonly edition: number }
  | { readonly type: "go-on" };

export type LiveTask =
  | { readonly type: "restore"; readonly beginning: LiveRoute & { readonly kind: "restore" } }
  /** `isFresh`: don't ask about interrupted sessions. */
  | {
      readonly type: "run";
      readonly prompt: string;
      readonly from: SessionSummary | null;
      readonly isFresh?: boolean | undefined;
      readonly carries?: readonly string[] | undefined;
      readonly settings?: Partial<Settings> | undefined;
      readonly inputs?: readonly PromptInput[] | undefined;
    }
  | { readonly type: "run-hosted"; readonly wish: RunWish }
  | { readonly type: "decline"; readonly run: RunId }
  | { readonly type: "prefer"; readonly agent: Agent }
  /** Appended to the draft already there. */
  | {
      readonly type: "give-draft";
      readonly place: string;
      readonly text: string;
      readonly attached: readonly Attachment[];
    }
  /** `to`: the last turn to read; null for all. */
  | { readonly type: "read"; readonly session: SessionSummary | SessionId; readonly to: number | null }
  | {
      readonly type: "read-untold";
      readonly session: SessionSummary | SessionId;
      readonly from: number;
      readonly to: number;
    }
  /** `forks`: looks for the last finished turn too. */
  | { readonly type: "find"; readonly session: SessionId; readonly forks: boolean }
  /** `text`: what was typed or pasted. */
  | { readonly type: "attach"; readonly path: string; readonly text: string; readonly isPasted: boolean }
  /** Whether attachments of a draft are still there. */
  | { readonly type: "check-attached"; readonly paths: readonly string[] }
  | { readonly type: "seek-files"; readonly folder: string; readonly letters: string }
  | { readonly type: "seek-models"; readonly agent: Agent; readonly controls: Controls | null }
  | { readonly type: "export"; readonly session: SessionId; readonly words: string }
  | { readonly type: "clock"; readonly ms: number }
  | { readonly type: "wait"; readonly ms: number; readonly message: LiveMessage }
  /** Afterwards drops the prompts it contains. */
  | {
      readonly type: "save-draft";
      readonly place: string;
      readonly text: string;
      readonly cursor: number;
      readonly inputs?: readonly PromptInput[] | undefined;
      readonly drops?: readonly string[] | undefined;
    }
  | { readonly type: "load-draft"; readonly place: string; readonly queue: string }
  | {
      readonly type: "answer";
      readonly controls: Controls;
      readonly request: string;
      readonly answer: Parameters<Controls["answer"]>[1];
    }
  | {
      readonly type: "send";
      readonly controls: Controls;
      readonly text: string;
      readonly inputs: readonly Attachment[];
    }
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
