import {
  type Answer,
  type EndReason,
  endReasonIn,
  type Failure,
  type Request,
  type RunEvent,
  type RunId,
  type RunState,
  type RunStatus,
} from "@reprise/model";
import type { LiveThread, Prompt } from "../agents/driving/driver.ts";
import type { Journal } from "../journal/journal.ts";
import { recordedBody } from "../journal/recorded-body.ts";
import { settledEdit } from "../transcript/settle-edit.ts";

/** Hashes of requests that approvals from before answer. */
export type KeptAnswers = ReadonlySet<string>;

export interface LiveRunParts {
  readonly id: RunId;
  readonly journal: Journal;
  readonly thread: LiveThread;
  readonly kept: KeptAnswers;
  /** Those of them that only the agent's log claims. */
  readonly claimed?: KeptAnswers | undefined;
  /** `decline`: nobody can answer; requests are declined and recorded as such. */
  readonly whenAsked: "ask" | "decline";
  /** With everything a yes to it would allow, before anybody sees it. */
  readonly completed?: ((request: Request) => Request) | undefined;
  /** Called with every event, once the journal holds it. */
  readonly onEvent: (event: RunEvent) => void;
  /** Saved prompts included in the first prompt of this run. */
  readonly carries: readonly string[];
  /** Called for each of those once the journal holds it. */
  readonly dropPrompt: (id: string) => void;
  /** Called once the agent has ended, before the journal does. */
  readonly beforeEnd?: (() => Promise<void>) | undefined;
  /** Called once, when the run is over. */
  readonly release: () => void;
}

type OnEvent = LiveRunParts["onEvent"];

interface Outcome {
  readonly status: RunStatus;
  readonly failure: Failure | null;
}

/** A driven and journalled thread. Every event is in the journal before `onEvent` is called. */
export class LiveRun {
  readonly id: RunId;
  readonly journal: Journal;
  readonly thread: LiveThread;
  readonly #parts: LiveRunParts;
  readonly #pending = new Map<string, Request>();
  #outcome: Outcome = { status: "cancelled", failure: null };
  #isCancelled = false;
  #isCutOff = false;
  #turn: Promise<void> = Promise.resolve();
  #end: Promise<RunStatus> | null = null;
  #tools: string | null = null;
  #carries: readonly string[];
  /** Carried by prompts that the journal may not hold yet, or not verbatim. */
  #undropped: readonly string[] = [];
  #holdsWords = true;
  /** Items recorded as started. */
  readonly #started = new Set<string>();
  /** Of the current or last turn. */
  #onEvent: OnEvent;

  constructor(parts: LiveRunParts) {
    this.id = parts.id;
    this.journal = parts.journal;
    this.thread = parts.thread;
    this.#parts = parts;
    this.#carries = parts.carries;
    this.#onEvent = parts.onEvent;
  }

  get pending(): readonly Request[] {
    return [...this.#pending.values()];
  }

  /**
   * Runs one turn to its end; turns queue. `saved`: files that hold the prompt until the journal does. An abort interrupts the
   * turn, or keeps it from starting.
   */
  async ask(prompt: Prompt, signal: AbortSignal, saved: readonly string[] = []): Promise<void> {
    if (signal.aborted) return;
    const stop = () => void this.#stop(endReasonIn(signal));
    signal.addEventListener("abort", stop, { once: true });
    try {
      await this.#follow(prompt, this.#parts.onEvent, () => {
        const carries = [...this.#carries, ...saved];
        this.#carries = [];
        return carries;
      });
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  /** A turn that sends history: its events go to `onEvent` alone. */
  send(prompt: Prompt, onEvent: (event: RunEvent) => void): Promise<void> {
    return this.#follow(prompt, onEvent, () => []);
  }

  #follow(prompt: Prompt, onEvent: OnEvent, carriesOf: () => readonly string[]): Promise<void> {
    this.#turn = this.#turn.then(() => {
      this.#onEvent = onEvent;
      return this.#runTurn(wellFormed(prompt), carriesOf);
    });
    return this.#turn;
  }

  /** `saved`: files that hold the prompt verbatim where the journal does not. */
  async steer(given: Prompt, saved: readonly string[] = []): Promise<void> {
    const prompt = wellFormed(given);
    if (this.#end) throw new Error("The run has ended. Resume the session to say more.");
    this.journal.append({
      type: "prompt-sending",
      prompt: prompt.id,
      text: prompt.text,
      isSteering: true,
      carries: saved,
    });
    this.#carried(saved, prompt.text);
    await this.thread.steer(prompt);
    this.#onEvent(sent(prompt, true));
  }

  answer(request: string, answer: Answer): void {
    this.#answer(request, answer, "person");
  }

  /** The new thread has all of the history; without a later turn the run is complete. */
  restored(took: { itemCount: number; segmentCount: number; sentTokens: number }): void {
    this.journal.append({ type: "restored", ...took });
    this.#outcome = { status: "completed", failure: null };
  }

  /** The person stopped after history was sent, before anything else. */
  cancel(): void {
    this.#outcome = { status: "cancelled", failure: null };
  }

  /** Stops the turn for the person: it ends as cancelled. */
  async interrupt(): Promise<void> {
    this.#isCancelled = true;
    await this.thread.interrupt();
  }

  /** Ends the run, its process and the current turn; resolves with the final status. */
  close(): Promise<RunStatus> {
    this.#end ??= this.#close();
    return this.#end;
  }

  /** Cut off, the turn ends as interrupted. */
  async #stop(why: EndReason): Promise<void> {
    if (why === "stopped") return this.interrupt();
    this.#isCutOff = true;
    await this.thread.interrupt();
  }

  async #close(): Promise<RunStatus> {
    this.#isCancelled ||= !this.#isCutOff;
    await this.thread.close();
    // The turn's end belongs to this run: nothing is written once the lock is released.
    await Promise.allSettled([this.#turn]);
    await this.#parts.beforeEnd?.();
    this.journal.append({ type: "run-ended", ...this.#outcome });
    this.journal.close();
    this.#parts.release();
    return this.#outcome.status;
  }

  async #runTurn(prompt: Prompt, carriesOf: () => readonly string[]): Promise<void> {
    if (this.#end) return;
    const carries = carriesOf();
    this.#isCancelled = false;
    this.#outcome = { status: "interrupted", failure: null };
    this.journal.append({
      type: "prompt-sending",
      prompt: prompt.id,
      text: prompt.text,
      isSteering: false,
      carries,
      ...(prompt.written === undefined || prompt.written === prompt.text ? {} : { written: prompt.written }),
      ...(prompt.inputs && prompt.inputs.length > 0 ? { inputs: prompt.inputs } : {}),
    });
    this.#holdsWords = true;
    this.#carried(carries, prompt.text);
    this.#onEvent(sent(prompt, false));
    for await (const event of this.thread.ask(prompt))
      this.#happened(event.type === "item" ? { ...event, item: settledEdit(event.item) } : event);
    this.#pending.clear();
    await this.#recordTools();
  }

  /** The tools available once the agent has had time to start them; recorded again only on change. */
  async #recordTools(): Promise<void> {
    const servers = await this.thread.toolServers().catch(() => null);
    if (servers === null) return;
    const told = JSON.stringify(servers);
    if (told === this.#tools) return;
    this.#tools = told;
    const rows = servers.map(({ name, isReady, tools }) => ({ name, isReady, tools }));
    this.journal.append({ type: "tool-servers", servers: rows });
  }

  #carried(carries: readonly string[], text: string): void {
    this.#undropped = [...this.#undropped, ...carries];
    this.#holdsWords &&= this.journal.holds(text);
    if (this.#holdsWords && !this.journal.isBehind) this.#dropCarried();
  }

  #dropCarried(): void {
    for (const id of this.#undropped) this.#parts.dropPrompt(id);
    this.#undropped = [];
  }

  #happened(told: RunEvent): void {
    const { completed = (request) => request } = this.#parts;
    const event = told.type === "request" ? { ...told, request: completed(told.request) } : told;
    this.#record(event);
    if (hasArrived(event, this.#holdsWords)) this.#dropCarried();
    this.#onEvent(event);
    if (event.type === "request") this.#asked(event.request);
  }

  #asked(request: Request): void {
    this.#pending.set(request.id, request);
    const { kept, claimed } = this.#parts;
    const isKept = request.hash !== null && kept.has(request.hash);
    const by = request.hash !== null && claimed?.has(request.hash) ? "log" : "kept";
    // Once: an agent may take "for the session" for more than the saved request.
    if (isKept) this.#answer(request.id, { decision: "once" }, by);
    else if (this.#parts.whenAsked === "decline") this.#answer(request.id, { decision: "decline" }, "policy");
  }

  #answer(id: string, answer: Answer, by: "person" | "kept" | "log" | "policy"): void {
    const request = this.#pending.get(id);
    if (!request) return;
    this.#pending.delete(id);
    this.journal.append({ type: "request-answered", request: id, hash: request.hash, answer, by });
    this.thread.answer(id, answer);
    this.#onEvent({ type: "request-resolved", id, decision: answer.decision, by });
  }

  #record(event: RunEvent): void {
    const { journal } = this;
    switch (event.type) {
      case "thread":
        if (isKnown(event, journal.state)) return;
        return journal.append({
          type: "thread-known",
          thread: event.thread,
          isPersisted: event.isPersisted,
          rollout: null,
        });
      case "settings":
        return journal.append({ type: "settings-effective", settings: event.settings });
      case "turn-started":
        return journal.append({ type: "turn-started", turn: event.turn });
      case "prompt-persisted":
        return journal.append({ type: "prompt-persisted", prompt: event.promptId });
      case "delta":
        return journal.stream(event.key, event.kind, event.text);
      case "item":
        return this.#recordItem(event);
      case "usage":
        return journal.append({ type: "usage", tokens: event.tokens, isOfThread: event.isOfThread });
      case "notice":
        return journal.append({ type: "notice", text: event.text });
      case "item-dropped":
        // The agent restarted it under another key: its streamed text is not lost.
        return journal.append({ type: "item-completed", item: event.key, kind: "dropped" });
      case "request":
        return journal.append({ type: "request-asked", request: event.request });
      case "request-resolved":
        return this.#resolvedByAgent(event.id);
      case "turn-ended":
        return this.#turnEnded(event);
    }
  }

  /** Records a growing item at its start and end; its text is recorded as it streams. */
  #recordItem({ key, item, isComplete }: RunEvent & { type: "item" }): void {
    if (!isComplete && this.#started.has(key)) return;
    const body = recordedBody(item);
    if (isComplete) this.journal.append({ type: "item-completed", item: key, kind: item.kind, body });
    else this.journal.append({ type: "item-started", item: key, body });
    if (isComplete) this.#started.delete(key);
    else this.#started.add(key);
  }

  #resolvedByAgent(id: string): void {
    const request = this.#pending.get(id);
    if (!request) return;
    this.#pending.delete(id);
    this.journal.append({
      type: "request-answered",
      request: id,
      hash: request.hash,
      answer: { decision: "cancel" },
      by: "agent",
    });
  }

  #turnEnded({ turn, state, failure }: RunEvent & { type: "turn-ended" }): void {
    const wasStopped = state === "interrupted" && this.#isCancelled && !failure;
    this.#outcome = { status: wasStopped ? "cancelled" : state, failure };
    const by = wasStopped ? ({ isStopped: true } as const) : {};
    this.journal.append({ type: "turn-ended", turn, state, failure, ...by });
    const resetsAt = failure?.kind === "limit" ? failure.resetsAt : null;
    if (resetsAt !== null) this.journal.append({ type: "parked", until: resetsAt });
  }
}

function sent({ id, text, written = text, inputs = [] }: Prompt, isSteering: boolean): RunEvent {
  return { type: "prompt-sent", promptId: id, text: written, isSteering, inputs };
}

/** The agent has it, whatever our disk does. Codex confirms slightly early: only a completed turn proves it. */
function hasArrived(event: RunEvent, holdsWords: boolean): boolean {
  if (event.type === "turn-ended") return holdsWords || event.state === "completed";
  return holdsWords && event.type === "prompt-persisted";
}

/** JSON cannot carry half a surrogate pair to an agent: it becomes U+FFFD. */
function wellFormed(prompt: Prompt): Prompt {
  return { ...prompt, text: prompt.text.toWellFormed() };
}

/** A continued thread is reported again. */
function isKnown({ thread, isPersisted }: RunEvent & { type: "thread" }, state: RunState | null): boolean {
  return state?.thread === thread && (state.isPersisted || !isPersisted);
}
