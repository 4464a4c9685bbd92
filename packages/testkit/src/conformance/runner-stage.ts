import type { Consent, RestoreEvent, RunId, Runner, RunWish, SessionId } from "@reprise/model";
import { until } from "../host/poll.ts";
import type { AgentScript } from "../scripted-agent/script.ts";
import type { ScriptedAgent } from "../scripted-agent/scripted-agent.ts";
import type { SessionSeed } from "../session-seed.ts";

/** A runner with its store, and the agent it drives. */
export interface RunnerStage {
  readonly runner: Runner;
  readonly agent: ScriptedAgent;
  /** The folder of the runs. */
  readonly cwd: string;
  /** A folder of another project. */
  readonly elsewhere: string;
  /** An existing file. */
  readonly file: string;
  /** Another runner on the same store, as another process would open it. */
  second(): Promise<Runner>;
  /** A run in another process, which can be killed. Resolves once its agent is starting. */
  otherProcess(wish: RunWish, script: AgentScript): Promise<OtherProcess>;
  /** A session of the agent that none of our runs made. */
  seed(seed: SessionSeed): SessionId;
  close(): Promise<void>;
}

export interface OtherProcess {
  readonly run: RunId;
  /** Without time to clean up. */
  kill(): Promise<void>;
}

interface Numbered<Event> {
  readonly number: number;
  readonly event: Event;
}

/** What has numbered events: a run, or work on a project. */
interface Followed<Event> {
  events(after?: number, signal?: AbortSignal): AsyncIterable<Numbered<Event>>;
}

/** Listens from now on. */
export class Listener<Event extends { readonly type: string } = RestoreEvent> {
  readonly heard: Numbered<Event>[] = [];
  isOver = false;
  error: unknown = null;
  readonly #leaving = new AbortController();
  readonly over: Promise<void>;

  constructor(run: Followed<Event>, after?: number) {
    this.over = this.#listen(run, after);
  }

  async #listen(run: Followed<Event>, after?: number): Promise<void> {
    try {
      for await (const event of run.events(after, this.#leaving.signal)) this.heard.push(event);
    } catch (error) {
      this.error = error;
    }
    this.isOver = true;
  }

  async leave(): Promise<void> {
    this.#leaving.abort();
    await this.over;
  }

  get events(): readonly Event[] {
    return this.heard.map(({ event }) => event);
  }

  of<Type extends Event["type"]>(type: Type): (Event & { type: Type })[] {
    return this.events.filter((event): event is Event & { type: Type } => event.type === type);
  }

  async until<Type extends Event["type"]>(type: Type, count = 1): Promise<Event & { type: Type }> {
    return until(() => this.of(type)[count - 1], { what: `${type}, having heard ${this.kinds}`, everyMs: 5 });
  }

  get kinds(): string {
    return this.events.map(({ type }) => type).join(" ");
  }

  async end(): Promise<Event | undefined> {
    await this.over;
    if (this.error) throw this.error;
    return this.events.at(-1);
  }
}

/** Events that a watcher through the store must see, as the process that started the run does. */
export function lasting(events: readonly RestoreEvent[]): readonly RestoreEvent[] {
  return events.filter(
    (event) =>
      ["prompt-sent", "request", "request-resolved", "turn-ended", "run-ended"].includes(event.type) ||
      (event.type === "item" && event.isComplete),
  );
}

/** A present user who agreed to nothing in advance. */
export const presentConsent: Consent = {
  drift: "ask",
  reappliesApprovals: false,
  sendsRecap: false,
  allowsWider: false,
  canAnswer: true,
};
