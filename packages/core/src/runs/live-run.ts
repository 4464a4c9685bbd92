import type { Answer, Failure, Request, RunEvent, RunId, RunState, RunStatus } from "@reprise/model";
import type { LiveThread, Prompt } from "../agents/driving/driver.ts";
import type { Journal } from "../journal/journal.ts";
import { settledEdit } from "../transcript/settle-edit.ts";
import { EventLog, type NumberedEvent } from "./event-log.ts";

/** Hashes of requests that saved approvals answer. */
export type KeptAnswers = ReadonlySet<string>;

export interface LiveRunParts {
  readonly id: RunId;
  readonly journal: Journal;
  readonly thread: LiveThread;
  readonly kept: KeptAnswers;
  /** `decline`: nobody is there to answer; requests are declined and recorded as such. */
  readonly whenAsked: "ask" | "decline";
  /** Saved prompts that are part of the first prompt of this run. */
  readonly carries: readonly string[];
  /** Called with each of those once the journal holds it. */
  readonly dropPrompt: (id: string) => void;
  /** Called once, when the run is over. */
  readonly release: () => void;
}

interface Outcome {
  readonly status: RunStatus;
  readonly failure: Failure | null;
}

/** A run that is under way. Everything that happens is in the journal before it is told to anybody. */
export class LiveRun {
  readonly id: RunId;
  readonly journal: Journal;
  readonly thread: LiveThread;
  readonly #parts: LiveRunParts;
  readonly #log = new EventLog();
  readonly #pending = new Map<string, Request>();
  /** Before anything is asked of it: whoever has opened it may leave. */
  #outcome: Outcome = { status: "cancelled", failure: null };
  #isCancelled = false;
  #turn: Promise<void> = Promise.resolve();
  #end: Promise<RunStatus> | null = null;
  #tools: string | null = null;
  #carries: readonly string[];
  /** Carried by prompts that the journal may not hold yet, or not word for word. */
  #undropped: readonly string[] = [];
  #holdsWords = true;

  constructor(parts: LiveRunParts) {
    this.id = parts.id;
    this.journal = parts.journal;
    this.thread = parts.thread;
    this.#parts = parts;
    this.#carries = parts.carries;
  }

  get pending(): readonly Request[] {
    return [...this.#pending.values()];
  }

  events(after = 0, signal?: AbortSignal): AsyncIterable<NumberedEvent> {
    return this.#log.from(after, signal);
  }

  /** The number of the last event so far. */
  get lastEvent(): number {
    return this.#log.lastNumber;
  }

  /** Told to everybody who watches, without being part of the agent's traffic. */
  tell(event: RunEvent): void {
    this.#log.add(event);
  }

  /** One turn; resolves when it has ended. Turns wait for each other. */
  send(prompt: Prompt): Promise<void> {
    return this.#follow(prompt, () => []);
  }

  /** What the person says, with the saved prompts it is made of: their files are dropped once the journal holds it. */
  say(prompt: Prompt, saved: readonly string[] = []): Promise<void> {
    return this.#follow(prompt, () => {
      const carries = [...this.#carries, ...saved];
      this.#carries = [];
      return carries;
    });
  }

  #follow(prompt: Prompt, carriesOf: () => readonly string[]): Promise<void> {
    this.#turn = this.#turn.then(() => this.#runTurn(wellFormed(prompt), carriesOf));
    return this.#turn;
  }

  /** `saved` are the files that hold it word for word where the journal does not. */
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
  }

  answer(request: string, answer: Answer): void {
    this.#answer(request, answer, "person");
  }

  /** The new thread has all of the history; without a turn after it the run is complete. */
  restored(took: { itemCount: number; segmentCount: number; sentTokens: number }): void {
    this.journal.append({ type: "restored", ...took });
    this.#outcome = { status: "completed", failure: null };
  }

  /** The person stops the turn: it ends as cancelled. */
  async interrupt(): Promise<void> {
    this.#isCancelled = true;
    await this.thread.interrupt();
  }

  /** Ends the run, its process and the turn that is under way; resolves with how it ended. */
  close(): Promise<RunStatus> {
    this.#end ??= this.#close();
    return this.#end;
  }

  async #close(): Promise<RunStatus> {
    this.#isCancelled = true;
    await this.thread.close();
    // The end of the turn is of this run: nothing is written once the lock is given up.
    await Promise.allSettled([this.#turn]);
    const ended = { type: "run-ended", ...this.#outcome } as const;
    this.journal.append(ended);
    this.#log.add(ended);
    this.journal.close();
    this.#parts.release();
    this.#log.end();
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
    });
    this.#holdsWords = true;
    this.#carried(carries, prompt.text);
    for await (const event of this.thread.ask(prompt))
      this.#happened(event.type === "item" ? { ...event, item: settledEdit(event.item) } : event);
    this.#pending.clear();
    await this.#recordTools();
  }

  /** What the agent could use, once it has had time to start it; written again only when it has changed. */
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

  #happened(event: RunEvent): void {
    this.#record(event);
    if (hasArrived(event, this.#holdsWords)) this.#dropCarried();
    this.#log.add(event);
    if (event.type === "request") this.#asked(event.request);
  }

  #asked(request: Request): void {
    this.#pending.set(request.id, request);
    const isKept = request.hash !== null && this.#parts.kept.has(request.hash);
    // Once: an agent may take "for the session" for more than the request that was saved.
    if (isKept) this.#answer(request.id, { decision: "once" }, "kept");
    else if (this.#parts.whenAsked === "decline") this.#answer(request.id, { decision: "decline" }, "policy");
  }

  #answer(id: string, answer: Answer, by: "person" | "kept" | "policy"): void {
    const request = this.#pending.get(id);
    if (!request) return;
    this.#pending.delete(id);
    this.journal.append({ type: "request-answered", request: id, hash: request.hash, answer, by });
    this.thread.answer(id, answer);
    this.#log.add({ type: "request-resolved", id, decision: answer.decision, by });
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
        return event.isComplete
          ? journal.append({ type: "item-completed", item: event.key, kind: event.item.kind })
          : undefined;
      case "item-dropped":
        // The agent began it again under another name: what was streamed of it is not text that was lost.
        return journal.append({ type: "item-completed", item: event.key, kind: "dropped" });
      case "request":
        return journal.append({ type: "request-asked", request: event.request });
      case "request-resolved":
        return this.#resolvedByAgent(event.id);
      case "turn-ended":
        return this.#turnEnded(event);
    }
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
    this.journal.append({ type: "turn-ended", turn, state, failure });
    const resetsAt = failure?.kind === "limit" ? failure.resetsAt : null;
    if (resetsAt !== null) this.journal.append({ type: "parked", until: resetsAt });
  }
}

/** The agent has it, whatever our disk does. Codex says so a little early: only a turn that ends well proves it. */
function hasArrived(event: RunEvent, holdsWords: boolean): boolean {
  if (event.type === "turn-ended") return holdsWords || event.state === "completed";
  return holdsWords && event.type === "prompt-persisted";
}

/** Half a pair of surrogates cannot be told to an agent as JSON: it becomes U+FFFD. */
function wellFormed({ id, text }: Prompt): Prompt {
  return { id, text: text.toWellFormed() };
}

/** A thread that goes on is told again. */
function isKnown({ thread, isPersisted }: RunEvent & { type: "thread" }, state: RunState | null): boolean {
  return state?.thread === thread && (state.isPersisted || !isPersisted);
}
