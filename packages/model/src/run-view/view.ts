import { type Agent, type SessionId, sessionIdOf, type ThreadId, type Timestamp } from "../ids.ts";
import type { RestoreEvent, RestoreMode, RestorePlan } from "../restore.ts";
import {
  type Failure,
  noSettings,
  type PromptInput,
  type Request,
  type RunId,
  type RunStatus,
  type Settings,
} from "../run.ts";
import type { Owner } from "../session.ts";
import {
  askedAbout,
  deltaAfter,
  droppedAfter,
  hasRunning,
  itemAfter,
  noEntries,
  promptAfter,
  type RunEntries,
  turnOver,
  withItem,
  withLine,
  withoutPrompt,
  withRule,
} from "./entries.ts";
import {
  driftWords,
  healthAgain,
  resolutionItem,
  restoreCancelledWords,
  restoredWords,
  runEndWords,
  turnEndWords,
  unresolvedWords,
} from "./words.ts";
import { type Working, workingAfter } from "./working.ts";

/** `starting`: nothing known yet. `restoring`: the new thread gets its history. `idle`: the agent waits for a prompt. */
type RunPhase = "starting" | "checking" | "restoring" | "idle" | "working" | "ended";

type RestoreQuestion = (RestoreEvent & { type: "question" })["question"];

interface RunTurn {
  readonly turn: string | null;
  readonly state: "running" | (RestoreEvent & { type: "turn-ended" })["state"];
}

type SentEvent = RestoreEvent & { type: "prompt-sent" };
type Decided = (RestoreEvent & { type: "request-resolved" })["decision"];

interface SentPrompt {
  readonly text: string;
  readonly inputs: readonly PromptInput[];
  /** The agent has saved it to disk. */
  readonly isPersisted: boolean;
}

/** The state of a run for a screen: a fold of its events. */
export interface RunView {
  readonly run: RunId | null;
  readonly agent: Agent;
  /** The mode that continues a session; null for a new one. */
  readonly mode: RestoreMode | null;
  /** Null until it has an id. */
  readonly session: SessionId | null;
  readonly thread: ThreadId | null;
  readonly settings: Settings;
  readonly phase: RunPhase;
  readonly turns: readonly RunTurn[];
  readonly entries: RunEntries;
  readonly lastPrompt: SentPrompt | null;
  /** Prompts already shown by a face but not yet reported by an event. */
  readonly unreported: readonly string[];
  /** Waiting for the end of the turn. */
  readonly queued: readonly { readonly id: string; readonly text: string }[];
  /** Open requests. */
  readonly requests: readonly Request[];
  /** Open questions. */
  readonly questions: readonly RestoreQuestion[];
  /** Requests of the process that died, shown once the agent has the thread. */
  readonly unresolved: readonly Request[];
  /** The running turn; null if none. */
  readonly working: Working | null;
  readonly tokens: number | null;
  /** Null if no history is sent. */
  readonly restore: RestoreView | null;
  /** Why our journal of the run cannot be written. */
  readonly journalProblem: string | null;
  /** Failure of the last turn or of the run. */
  readonly failure: Failure | null;
  /** When a limit ends. */
  readonly parkedUntil: Timestamp | null;
  readonly status: RunStatus | "refused" | "busy";
  /** After a refusal: the plan of the next mode. */
  readonly refused: RestorePlan | null;
  /** The process that has a busy session open. */
  readonly owner: Owner | null;
  readonly brief: { readonly text: string; readonly tokens: number } | null;
}

interface RestoreView {
  readonly doneCount: number;
  readonly totalCount: number;
  /** The new thread has the whole history. */
  readonly isDone: boolean;
}

export function newRunView(agent: Agent, settings: Settings = noSettings): RunView {
  return {
    run: null,
    agent,
    mode: null,
    session: null,
    thread: null,
    settings,
    phase: "starting",
    turns: [],
    entries: noEntries,
    lastPrompt: null,
    unreported: [],
    queued: [],
    requests: [],
    questions: [],
    unresolved: [],
    working: null,
    tokens: null,
    restore: null,
    journalProblem: null,
    failure: null,
    parkedUntil: null,
    status: "running",
    refused: null,
    owner: null,
    brief: null,
  };
}

/** The view before a plan is carried out. A new thread has no id yet. */
export function planView(plan: RestorePlan): RunView {
  const { mode, session, target, settings, pending } = plan;
  const start = { ...newRunView(target, settings), mode, unresolved: pending };
  if (mode !== "replay" && mode !== "fork")
    return { ...start, session, thread: session.slice(session.indexOf(":") + 1) as ThreadId };
  const totalCount = "segments" in plan ? plan.segments.length : 0;
  return { ...start, restore: { doneCount: 0, totalCount, isDone: false } };
}

/** Cheap: an event changes only the parts it concerns. */
export function viewAfter(before: RunView, event: RestoreEvent): RunView {
  const working = workingAfter(before.working, event);
  const view = working === before.working ? before : { ...before, working };
  switch (event.type) {
    case "checking":
      return { ...view, phase: "checking" };
    case "run-started":
      return { ...view, run: event.run, agent: event.agent, settings: filled(view, event.settings) };
    case "checked":
      return checked({ ...view, settings: filled(view, event.settings) });
    case "settings":
      return { ...view, settings: filled(view, event.settings) };
    case "thread":
      return { ...view, thread: event.thread, session: sessionIdOf(view.agent, event.thread) };
    case "prompt-queued":
      return { ...view, queued: [...view.queued, { id: event.promptId, text: event.text }] };
    case "prompts-returned":
      return {
        ...view,
        queued: view.queued.filter(({ id }) => !event.prompts.some(({ promptId }) => promptId === id)),
      };
    case "prompt-sent":
      return promptSent(view, event);
    case "prompt-persisted":
      return persisted(view);
    case "turn-started":
      return {
        ...begun(view),
        turns: [...view.turns, { turn: event.turn, state: "running" }],
        failure: null,
        parkedUntil: null,
      };
    case "item":
      return withEntries(persisted(view), itemAfter(view.entries, event));
    case "delta":
      return withEntries(view, deltaAfter(view.entries, event));
    case "item-dropped":
      return withEntries(view, droppedAfter(view.entries, event.key));
    case "request":
      return {
        ...view,
        requests: [...view.requests, event.request],
        entries: askedAbout(view.entries, event.request.item, "waiting"),
      };
    case "request-resolved":
      return resolved(view, event);
    case "question":
      return asked(view, event.question);
    case "question-resolved":
      return { ...view, questions: view.questions.filter(({ id }) => id !== event.id) };
    case "usage":
      return { ...view, tokens: event.tokens || view.tokens }; // a stopped turn may report none
    case "notice":
      return withEntries(view, withItem(view.entries, { kind: "notice", text: event.text }));
    case "journal-health":
      return health(view, event.problem);
    case "drift-found":
      return withEntries(view, withLine(view.entries, driftWords(event.drift)));
    case "turn-ended":
      return turnEnded(view, event);
    case "run-ended":
      return runEnded(view, event);
    case "restoring":
      return { ...view, phase: "restoring", restore: progress(event) };
    case "restore-cancelled":
      return cancelled(over(view, "cancelled"), event);
    case "restored":
      return restored(view, event);
    case "brief":
      return { ...over(view, "completed"), brief: { text: event.text, tokens: event.tokens } };
    case "refused":
      return { ...over(view, "refused"), refused: event.plan };
    case "busy":
      return { ...over(view, "busy"), owner: event.owner };
  }
}

/** Shows a prompt before the runner reports it. */
export function withPrompt(
  view: RunView,
  text: string,
  { isSteering = false, inputs = [] }: Partial<Pick<SentEvent, "isSteering" | "inputs">> = {},
): RunView {
  return {
    ...view,
    entries: withItem(view.entries, { kind: "prompt", text }),
    unreported: [...view.unreported, text.toWellFormed()],
    ...(isSteering ? {} : { lastPrompt: { text, inputs, isPersisted: false } }),
  };
}

/** The prompt did not reach the agent. */
export function withPromptTakenBack(view: RunView, text: string): RunView {
  const at = view.unreported.lastIndexOf(text.toWellFormed());
  return {
    ...view,
    unreported: at === -1 ? view.unreported : view.unreported.toSpliced(at, 1),
    entries: withoutPrompt(view.entries, text),
  };
}

export function withEntries(view: RunView, entries: RunEntries): RunView {
  return entries === view.entries ? view : { ...view, entries };
}

/** The same conversation, before another run. */
export function withNewRun(view: RunView): RunView {
  return { ...newRunView(view.agent, view.settings), entries: view.entries };
}

/** Settings the agent does not report stay as known. */
function filled({ settings }: RunView, reported: Settings): Settings {
  const known = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null));
  return { ...settings, ...known };
}

function begun(view: RunView): RunView {
  return view.phase === "restoring" || view.phase === "ended" ? view : { ...view, phase: "working" };
}

/** The agent has the thread. A replay still has to send the history. */
function checked(view: RunView): RunView {
  const { mode, restore } = view;
  if (mode === null) return view;
  if (mode === "replay" && restore?.isDone === false) return { ...view, phase: "restoring" };
  const ready = view.phase === "working" ? view : ({ ...view, phase: "idle" } as const);
  // A restore has its own line when done.
  if (restore?.isDone === true) return ready;
  const ruled = withRule(view.entries, mode === "fork" ? "session forked" : "session resumed");
  const entries = view.unresolved.reduce((all, one) => withLine(all, unresolvedWords(one)), ruled);
  return { ...ready, entries, unresolved: [] };
}

function promptSent(before: RunView, event: SentEvent): RunView {
  const { text, promptId, isSteering, inputs } = event;
  const queued = before.queued.filter(({ id }) => id !== promptId);
  const view = isSteering ? { ...before, queued } : { ...begun(before), queued };
  const at = view.unreported.indexOf(text);
  const entries = promptAfter(view.entries, event, at !== -1);
  if (at !== -1) return { ...view, entries, unreported: view.unreported.toSpliced(at, 1) };
  return isSteering ? { ...view, entries } : { ...view, entries, lastPrompt: { text, inputs, isPersisted: false } };
}

function persisted(view: RunView): RunView {
  const { lastPrompt } = view;
  if (lastPrompt === null || lastPrompt.isPersisted) return view;
  return { ...view, lastPrompt: { ...lastPrompt, isPersisted: true } };
}

function resolved(view: RunView, event: RestoreEvent & { type: "request-resolved" }): RunView {
  const request = view.requests.find(({ id }) => id === event.id) ?? null;
  const { id, decision } = event;
  const entries = askedAbout(view.entries, request?.item ?? null, approvalAfter(decision));
  return {
    ...view,
    requests: view.requests.filter(({ id }) => id !== event.id),
    entries: withItem(entries, resolutionItem(event, request), { resolves: { id, decision } }),
  };
}

function approvalAfter(decision: Decided) {
  if (decision === null) return "withdrawn";
  return decision === "decline" || decision === "cancel" ? "declined" : undefined;
}

function asked(before: RunView, question: RestoreQuestion): RunView {
  const view = { ...before, questions: [...before.questions, question] };
  if (question.kind !== "segment") return view;
  const { segment, segmentCount } = question;
  const restore = before.restore ?? { doneCount: segment - 1, totalCount: segmentCount, isDone: false };
  return { ...view, phase: "restoring", restore };
}

/** Shown while the problem lasts; its end is a line of the conversation. */
function health(view: RunView, journalProblem: string | null): RunView {
  if (journalProblem !== null || view.journalProblem === null) return { ...view, journalProblem };
  return { ...view, journalProblem, entries: withLine(view.entries, healthAgain) };
}

function turnEnded(view: RunView, event: RestoreEvent & { type: "turn-ended" }): RunView {
  const { state, failure } = event;
  const ended = {
    ...view,
    turns: [...view.turns.slice(0, -1), { turn: event.turn, state }],
    entries: turnOver(view.entries),
    requests: [],
    failure,
  };
  if (view.phase === "restoring" || view.phase === "ended") return ended;
  const line = turnEndWords(event, { hasRunning: hasRunning(view.entries) });
  const entries =
    state === "completed" && failure === null
      ? ended.entries
      : withLine(ended.entries, line, failure === null ? "dim" : "bad", { isTurnEnd: true });
  return { ...ended, phase: "idle", entries, parkedUntil: parkedUntil(failure) };
}

function parkedUntil(failure: Failure | null): Timestamp | null {
  return failure?.kind === "limit" ? failure.resetsAt : null;
}

function runEnded(view: RunView, { status, failure }: RestoreEvent & { type: "run-ended" }): RunView {
  const ended = { ...over(view, status), failure: failure ?? view.failure };
  if (failure === null || failure.message === view.failure?.message) return ended;
  const entries = withLine(ended.entries, runEndWords(status, failure, runOrReplay(view)), "bad");
  return { ...ended, entries, parkedUntil: parkedUntil(failure) };
}

/** A partly sent history can be continued as a restore. */
export function runOrReplay({ restore }: RunView): "Run" | "Replay" {
  return restore === null || restore.isDone ? "Run" : "Replay";
}

function over(view: RunView, status: RunView["status"]): RunView {
  const entries = turnOver(view.entries);
  return { ...view, phase: "ended", status, requests: [], questions: [], working: null, entries };
}

function cancelled(view: RunView, event: RestoreEvent & { type: "restore-cancelled" }): RunView {
  const entries = withLine(view.entries, restoreCancelledWords(event));
  return { ...view, restore: progress(event), entries };
}

function progress({ doneCount, totalCount }: Omit<RestoreView, "isDone">): RestoreView {
  return { doneCount, totalCount, isDone: false };
}

function restored(view: RunView, event: RestoreEvent & { type: "restored" }): RunView {
  const { session, thread, via } = event;
  const restore = { ...(view.restore ?? { doneCount: 0, totalCount: 0 }), isDone: true };
  const entries = withLine(view.entries, restoredWords(event));
  const after = { ...view, session, thread, restore, entries };
  if (via === "fork") return after;
  // A session in the agent's own files is opened only now.
  return { ...after, phase: via === "native" ? "checking" : "idle" };
}
