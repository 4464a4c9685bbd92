import { relative } from "node:path";
import {
  type Agent,
  type Baseline,
  type Failure,
  type ProjectEvent,
  type RestoreEvent,
  type RoundOutcome,
  type RunEvent,
  type Runner,
  roundConsent,
  type SessionId,
  type Settings,
  type StartedRun,
  sessionIdOf,
  type ThreadId,
  type Timestamp,
  usualWish,
} from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { ProjectPlace } from "../find/project-place.ts";
import type { LogWriter } from "../log/open-log-writer.ts";
import { type AttemptEnd, attemptEnd, errorEnd, refusedEnd } from "./attempt-end.ts";
import { continueAfterPausePrompt, continuePrompt, roundInstructions, roundPrompt } from "./instructions.ts";
import { mostAttempts, nextAttempt } from "./next-attempt.ts";
import { RoundEffects } from "./round-effects.ts";
import type { WorkOrders } from "./work-orders.ts";

export interface RoundParts {
  readonly place: ProjectPlace;
  readonly host: Host;
  readonly runner: Runner;
  readonly writer: LogWriter;
  readonly orders: WorkOrders;
  readonly tell: (event: ProjectEvent) => void;
  /** The agent's file of a thread; null if it is not there yet. */
  readonly rolloutOf: (session: SessionId) => Promise<string | null>;
  readonly agent: Agent;
  readonly settings: Partial<Settings>;
  /** The most that a round may do; null: it cannot be compared. */
  readonly permitted: Baseline | null;
  readonly untilTime: Timestamp | null;
  /** Of the project, on one line. */
  readonly name: string;
}

export interface RoundToDo {
  readonly number: number;
  readonly current: number;
  readonly total: number;
  /** Of a round that is continued. */
  readonly thread: ThreadId | null;
  /** The log has its thread. */
  readonly isConfigured: boolean;
  /** Checked out when it began. */
  readonly gitCommit: string | null;
}

export type RoundEnd =
  | { readonly type: "finished"; readonly outcome: RoundOutcome; readonly allowsNext: boolean }
  /** Its thread is lost: the round is done again, in a new one. */
  | { readonly type: "again"; readonly outcome: RoundOutcome }
  /** Without an end in the log. `reason`: null after `end`. */
  | { readonly type: "left"; readonly reason: string | null };

/** One round in one thread, over as many turns as lost connections, limits and pauses take. */
export class RoundWork {
  readonly effects: RoundEffects;
  readonly #parts: RoundParts;
  readonly #round: RoundToDo;
  readonly #progressFile: string;
  #thread: ThreadId | null;
  #isConfigured: boolean;
  #failedInARow = 0;
  #failedInRound = 0;

  constructor(round: RoundToDo, parts: RoundParts) {
    this.#round = round;
    this.#parts = parts;
    this.#thread = round.thread;
    this.#isConfigured = round.isConfigured;
    this.#progressFile = relative(parts.place.workspace, parts.place.progressFile);
    this.effects = new RoundEffects(parts.place, parts.host);
  }

  get isConfigured(): boolean {
    return this.#isConfigured;
  }

  async carryOut(): Promise<RoundEnd> {
    const { orders } = this.#parts;
    let prompt = continuePrompt;
    for (;;) {
      if (orders.order === "pause") {
        await this.#pause();
        prompt = continueAfterPausePrompt(this.#progressFile);
      }
      if (orders.order === "end") return { type: "left", reason: null };
      if (orders.order === "stop") return this.#stopped();
      if (orders.order === "pause") continue;
      const isFirst = this.#thread === null;
      const end = await (this.#thread === null ? this.#begin() : this.#continue(this.#thread, prompt));
      if (end.type === "completed") return finished("completed", null, true);
      if (end.type === "held") return { type: "left", reason: end.reason };
      if (end.type === "lost") return this.#lost(end.reason);
      if (end.type === "stopped" && orders.order === "go" && isFirst && this.#thread === null)
        return { type: "left", reason: "The agent was stopped before it began." };
      if (end.type === "stopped") {
        if (orders.order === "go") await orders.pause(); // stopped from elsewhere
        continue;
      }
      prompt = continuePrompt;
      const after = await this.#afterFailure(end.failure);
      if (after !== null) return after;
    }
  }

  async #pause(): Promise<void> {
    const { orders, tell } = this.#parts;
    const { number } = this.#round;
    tell({ type: "round-paused", number });
    while (orders.order === "pause") await orders.changed();
    if (orders.order === "go")
      tell({ type: "round-continued", number, thread: this.#thread, reason: "Continued after a pause." });
  }

  /** A round that never began keeps its place: a log may not have an end without a thread. */
  #stopped(): RoundEnd {
    if (!this.#isConfigured) return { type: "left", reason: "Stopped before the round began." };
    return finished("user_requested", null, false);
  }

  #lost(reason: string): RoundEnd {
    if (!this.#isConfigured) return { type: "left", reason };
    return { type: "again", outcome: { type: "interrupted", message: `Its thread is lost: ${reason}` } };
  }

  /** Null: the round is continued. */
  async #afterFailure(failure: Failure): Promise<RoundEnd | null> {
    const { tell, host, writer } = this.#parts;
    const { number } = this.#round;
    this.#failedInARow += 1;
    this.#failedInRound += 1;
    const count = { inARow: this.#failedInARow, inRound: this.#failedInRound };
    const next = nextAttempt(failure, count, host.now());
    switch (next.type) {
      case "leave":
        return { type: "left", reason: next.reason };
      case "finish":
        if (!this.#isConfigured) return { type: "left", reason: failure.message };
        return { type: "finished", outcome: next.outcome, allowsNext: next.allowsNext };
      case "park":
        writer.append({ type: "round-parked", number, until: next.until, message: failure.message });
        tell({ type: "parked", number, until: next.until, failure });
        return this.#waitFor(next.until, failure);
      case "retry": {
        const at = later(host.now(), next.waitMs);
        tell({ type: "recovering", number, attempt: next.attempt, attempts: mostAttempts, at, failure });
        return this.#waitFor(at, failure);
      }
    }
  }

  async #waitFor(at: Timestamp, failure: Failure): Promise<RoundEnd | null> {
    const { orders, host, untilTime, tell } = this.#parts;
    const { number } = this.#round;
    if (untilTime !== null && at > untilTime) return { type: "left", reason: failure.message };
    await orders.waitUntil(Date.parse(at), () => Date.parse(host.now()));
    if (orders.order === "go") tell({ type: "round-continued", number, thread: this.#thread, reason: failure.message });
    return null;
  }

  async #begin(): Promise<AttemptEnd> {
    const { runner, place, agent, settings, permitted } = this.#parts;
    const run = await runner.run({
      agent,
      cwd: place.workspace,
      scope: { kind: "project", path: place.path },
      settings: { ...settings, cwd: place.workspace },
      prompt: roundPrompt(this.#round.number, this.#parts.name, this.#progressFile),
      instructions: roundInstructions(this.#progressFile),
      canAnswer: false,
      permitted: permitted ?? undefined,
    });
    return this.#follow(run);
  }

  async #continue(thread: ThreadId, prompt: string): Promise<AttemptEnd> {
    const { runner, agent, settings, permitted } = this.#parts;
    try {
      const wish = { ...usualWish, settings, prompt, permitted: permitted ?? undefined };
      const plan = await runner.plan(sessionIdOf(agent, thread), wish);
      if (plan.mode === null || plan.mode === "handoff") return refusedEnd(plan);
      // Accepts changes, but none that would permit more.
      const run = await runner.restore(plan, roundConsent);
      return await this.#follow(run);
    } catch (error) {
      return errorEnd(error);
    }
  }

  async #follow(run: StartedRun): Promise<AttemptEnd> {
    const { orders, tell } = this.#parts;
    await orders.direct(run.controls);
    let last: RestoreEvent | null = null;
    try {
      for await (const { event } of run.events()) {
        last = event;
        if (!isOfRun(event)) continue;
        this.effects.see(event);
        tell(event);
        await this.#note(event);
      }
    } catch (error) {
      await run.controls.end().catch(() => undefined); // what cannot be recorded must not go on
      throw error;
    } finally {
      await orders.direct(null);
    }
    if (!this.#isConfigured && this.#thread !== null) await this.#configure(this.#thread);
    return attemptEnd(last);
  }

  async #note(event: RunEvent): Promise<void> {
    const { writer } = this.#parts;
    const { number } = this.#round;
    if (event.type === "thread") this.#thread = event.thread;
    const isOnDisk = event.type === "prompt-persisted" || (event.type === "thread" && event.isPersisted);
    if (isOnDisk && !this.#isConfigured && this.#thread !== null) await this.#configure(this.#thread);
    if (event.type === "item" && event.isComplete && event.item.kind !== "prompt") this.#failedInARow = 0;
    if (event.type === "request") writer.append({ type: "request-declined", number, subject: event.request.subject });
  }

  async #configure(thread: ThreadId): Promise<void> {
    const { writer, tell, agent, rolloutOf } = this.#parts;
    const { number } = this.#round;
    const session = sessionIdOf(agent, thread);
    const rolloutPath = await rolloutOf(session);
    writer.append({ type: "round-configured", number, agent, thread, rolloutPath });
    this.#isConfigured = true;
    tell({ type: "round-configured", number, agent, thread, session });
  }
}

function finished(type: RoundOutcome["type"], message: string | null, allowsNext: boolean): RoundEnd {
  return { type: "finished", outcome: { type, message }, allowsNext };
}

/** Events of a restore only matter by what they lead to. */
function isOfRun(event: RestoreEvent): event is RunEvent {
  return !restoreOnly.has(event.type);
}

const restoreOnly = new Set<RestoreEvent["type"]>([
  ...(["checking", "checked", "drift-found", "question", "question-resolved", "restoring"] as const),
  ...(["restore-cancelled", "restored", "brief", "refused", "busy"] as const),
]);

function later(at: Timestamp, ms: number): Timestamp {
  return new Date(Date.parse(at) + ms).toISOString() as Timestamp;
}
