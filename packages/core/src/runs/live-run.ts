import type {
  Answer,
  Decision,
  Failure,
  Request,
  RunEvent,
  RunId,
  RunState,
  RunStatus,
} from "@reprise/model";
import type { LiveThread, Prompt } from "../agents/driver.ts";
import type { Journal } from "../journal/journal.ts";
import { EventLog, type NumberedEvent } from "./event-log.ts";

/** Answers that were given before and may be given again: by the hash of the request. */
export type KeptAnswers = ReadonlyMap<string, Decision>;

export interface LiveRunParts {
  readonly id: RunId;
  readonly journal: Journal;
  readonly thread: LiveThread;
  readonly kept: KeptAnswers;
  /** `decline`: nobody is there to answer; requests are declined and recorded as such. */
  readonly whenAsked: "ask" | "decline";
  /** Called once, when the run is over. */
  readonly release: () => void;
}

/** A run that is under way. Everything that happens is in the journal before it is told to anybody. */
export class LiveRun {
  readonly id: RunId;
  readonly #parts: LiveRunParts;
  readonly #log = new EventLog();
  readonly #pending = new Map<string, Request>();
  #last: { state: "completed" | "failed" | "interrupted"; failure: Failure | null } | null = null;
  #isCancelled = false;
  #turn: Promise<void> = Promise.resolve();
  #isClosed = false;
  #tools = "";

  constructor(parts: LiveRunParts) {
    this.id = parts.id;
    this.#parts = parts;
  }

  get journal(): Journal {
    return this.#parts.journal;
  }

  get thread(): LiveThread {
    return this.#parts.thread;
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
    this.#turn = this.#turn.then(() => this.#runTurn(prompt));
    return this.#turn;
  }

  async steer(prompt: Prompt): Promise<void> {
    this.#parts.journal.append({
      type: "prompt-sending",
      prompt: prompt.id,
      text: prompt.text,
      isSteering: true,
    });
    await this.#parts.thread.steer(prompt);
  }

  answer(request: string, answer: Answer): void {
    this.#answer(request, answer, "person");
  }

  /** The new thread has all of the history; without a turn after it the run is complete. */
  restored(took: { itemCount: number; segmentCount: number; sentTokens: number }): void {
    this.#parts.journal.append({ type: "restored", ...took });
    this.#last = { state: "completed", failure: null };
  }

  /** The person stops the turn: it ends as cancelled. */
  async interrupt(): Promise<void> {
    this.#isCancelled = true;
    await this.#parts.thread.interrupt();
  }

  /** Ends the run and its process; resolves with how it ended. */
  async close(): Promise<RunStatus> {
    const status = this.#status();
    if (this.#isClosed) return status;
    this.#isClosed = true;
    await this.#parts.thread.close();
    this.#parts.journal.append({ type: "run-ended", status, failure: this.#last?.failure ?? null });
    this.#log.add({ type: "run-ended", status, failure: this.#last?.failure ?? null });
    this.#parts.journal.close();
    this.#parts.release();
    this.#log.end();
    return status;
  }

  async #runTurn(prompt: Prompt): Promise<void> {
    if (this.#isClosed) return;
    this.#isCancelled = false;
    this.#parts.journal.append({
      type: "prompt-sending",
      prompt: prompt.id,
      text: prompt.text,
      isSteering: false,
    });
    for await (const event of this.#parts.thread.ask(prompt)) this.#happened(event);
    this.#pending.clear();
    await this.#recordTools();
  }

  /** What the agent could use, once it has had time to start it; written again only when it has changed. */
  async #recordTools(): Promise<void> {
    const servers = await this.#parts.thread.toolServers().catch(() => null);
    const told = JSON.stringify(servers);
    if (!servers || servers.length === 0 || told === this.#tools) return;
    this.#tools = told;
    const rows = servers.map(({ name, isReady, tools }) => ({ name, isReady, tools }));
    this.#parts.journal.append({ type: "tool-servers", servers: rows });
  }

  #happened(event: RunEvent): void {
    this.#record(event);
    this.#log.add(event);
    if (event.type === "request") this.#asked(event.request);
  }

  #asked(request: Request): void {
    this.#pending.set(request.id, request);
    const kept = this.#parts.kept.get(request.hash);
    if (kept !== undefined) this.#answer(request.id, { decision: kept }, "kept");
    else if (this.#parts.whenAsked === "decline") this.#answer(request.id, { decision: "decline" }, "policy");
  }

  #answer(id: string, answer: Answer, by: "person" | "kept" | "policy"): void {
    const request = this.#pending.get(id);
    if (!request) return;
    this.#pending.delete(id);
    this.#parts.journal.append({ type: "request-answered", request: id, hash: request.hash, answer, by });
    this.#parts.thread.answer(id, answer);
    this.#log.add({ type: "request-resolved", id, decision: answer.decision, by });
  }

  #record(event: RunEvent): void {
    const { journal } = this.#parts;
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
    this.#parts.journal.append({
      type: "request-answered",
      request: id,
      hash: request.hash,
      answer: { decision: "cancel" },
      by: "agent",
    });
  }

  #turnEnded(event: RunEvent & { type: "turn-ended" }): void {
    this.#last = { state: event.state, failure: event.failure };
    this.#parts.journal.append({
      type: "turn-ended",
      turn: event.turn,
      state: event.state,
      failure: event.failure,
    });
    const resetsAt = event.failure?.kind === "limit" ? event.failure.resetsAt : null;
    if (resetsAt !== null) this.#parts.journal.append({ type: "parked", until: resetsAt });
  }

  #status(): RunStatus {
    // Nothing was asked of it: whoever had opened it has left.
    if (!this.#last) return "cancelled";
    if (this.#last.state !== "interrupted") return this.#last.state;
    return this.#isCancelled && !this.#last.failure ? "cancelled" : "interrupted";
  }
}

/** A thread that goes on is told again. */
function isKnown({ thread, isPersisted }: RunEvent & { type: "thread" }, state: RunState | null): boolean {
  return state?.thread === thread && (state.isPersisted || !isPersisted);
}
