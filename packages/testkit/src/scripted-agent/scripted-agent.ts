import { randomUUID } from "node:crypto";
import { type AgentDriver, DriverError, type Launch, type LiveThread } from "@reprise/core";
import {
  type Answer,
  asThreadId,
  type Decision,
  type Failure,
  noPermissions,
  type PromptInput,
  type RunEvent,
  type ThreadId,
  type Timestamp,
} from "@reprise/model";
import type { ScriptedLine } from "../scripted-source.ts";
import type { AgentScript, AgentStep } from "./script.ts";

interface Received {
  readonly text: string;
  readonly inputs: readonly PromptInput[];
}

/** An in-process agent that follows a script and records its input. */
export class ScriptedAgent {
  readonly launches: (Pick<Launch, "settings" | "instructions"> & { readonly thread: ThreadId | null })[] = [];
  readonly received: Received[] = [];
  #script: AgentScript = {};
  #turns: (readonly AgentStep[])[] = [];
  /** Called with every line of its log. */
  readonly #log: (thread: ThreadId, line: ScriptedLine) => void;

  constructor(log: (thread: ThreadId, line: ScriptedLine) => void) {
    this.#log = log;
  }

  /** Takes effect from now on. */
  plays(script: AgentScript): void {
    this.#script = script;
    this.#turns = [...(script.turns ?? [])];
  }

  get texts(): readonly string[] {
    return this.received.map(({ text }) => text);
  }

  readonly driver: AgentDriver = {
    agent: "codex",
    can: {
      asks: true,
      steers: true,
      streams: true,
      takesImages: true,
      takesFiles: false,
      informs: false,
      forks: false,
      locks: false,
      contextTokens: 100_000,
    },
    permissions: {
      policies: ["on-request", "never"],
      usual: { ...noPermissions, sandbox: "read-only", approvalPolicy: "on-request" },
      under: ({ sandbox, approvalPolicy }) => ({ sandbox, approvalPolicy }),
      configured: () => null,
    },
    start: (launch) => this.#launched(launch, null),
    resume: (thread, launch) => this.#launched(launch, thread),
  };

  async #launched(launch: Launch, resumed: ThreadId | null): Promise<LiveThread> {
    const { settings: asked, instructions, signal } = launch;
    this.launches.push({ settings: asked, instructions: instructions ?? null, thread: resumed });
    const { startFails } = this.#script;
    if (startFails !== undefined) throw new DriverError({ kind: "other", message: startFails, resetsAt: null });
    if (this.#script.startHangs) await aborted(signal);
    signal.throwIfAborted();
    const thread = resumed ?? asThreadId(randomUUID());
    const settings = { ...asked, ...this.#script.reports };
    const { cwd, model, sandbox, approvalPolicy } = asked;
    if (resumed === null)
      this.#log(thread, {
        about: { thread, cwd, workspace: cwd, model, sandbox, approvalPolicy, createdAt: now() },
      });
    const turn = new ScriptedTurn();
    return {
      thread,
      settings,
      pid: null,
      ask: ({ id, text, inputs = [] }) => {
        this.received.push({ text, inputs });
        this.#log(thread, { item: { kind: "prompt", text }, at: now() });
        return this.#turn(thread, id, this.#turns.shift() ?? [reply(`reply to ${text}`)], turn);
      },
      steer: async ({ text }) => void this.received.push({ text, inputs: [] }),
      answer: (request, answer) => turn.answer(request, answer),
      toolServers: async () => null,
      interrupt: async () => turn.stop(),
      close: async () => turn.stop(),
    };
  }

  async *#turn(
    thread: ThreadId,
    promptId: string,
    steps: readonly AgentStep[],
    turn: ScriptedTurn,
  ): AsyncGenerator<RunEvent> {
    await this.#script.beforeTurn?.();
    turn.begin();
    yield { type: "thread", thread, isPersisted: true };
    yield { type: "turn-started", turn: null };
    yield { type: "prompt-persisted", promptId };
    let failure: Failure | null = null;
    for (const one of steps) {
      if (turn.isStopped || failure) break;
      if ("event" in one) yield this.#logged(thread, one.event);
      else if ("fails" in one) failure = one.fails;
      else if ("does" in one) await one.does();
      else if ("hangs" in one) await turn.stopped;
      else {
        const decision = turn.ask(one.request.id);
        yield { type: "request", request: one.request };
        const said = await Promise.race([decision, turn.stopped]);
        if (said) yield this.#logged(thread, reply(`answered ${said}`, one.request.id).event);
      }
      await turnOfOthers();
    }
    const state = turn.isStopped ? "interrupted" : failure ? "failed" : "completed";
    this.#log(thread, { end: state, at: now() });
    yield { type: "turn-ended", turn: null, state, failure };
  }

  #logged(thread: ThreadId, event: RunEvent): RunEvent {
    if (event.type === "item" && event.isComplete) this.#log(thread, { item: event.item, at: now() });
    return event;
  }
}

/** The current turn. */
class ScriptedTurn {
  isStopped = false;
  stopped: Promise<null> = Promise.resolve(null);
  #stop = () => {};
  readonly #asked = new Map<string, (decision: Decision) => void>();

  begin(): void {
    const { promise, resolve } = Promise.withResolvers<null>();
    this.isStopped = false;
    this.stopped = promise;
    this.#stop = () => resolve(null);
  }

  stop(): void {
    this.isStopped = true;
    this.#stop();
  }

  ask(request: string): Promise<Decision> {
    const { promise, resolve } = Promise.withResolvers<Decision>();
    this.#asked.set(request, resolve);
    return promise;
  }

  answer(request: string, { decision }: Answer): void {
    this.#asked.get(request)?.(decision);
  }
}

function reply(text: string, key: string = randomUUID()): AgentStep & { readonly event: RunEvent } {
  return { event: { type: "item", key, isComplete: true, item: { kind: "reply", text } } };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve());
  });
}

const now = () => new Date().toISOString() as Timestamp;

/** Lets listeners run between two steps. */
const turnOfOthers = () => new Promise<void>((resolve) => setImmediate(resolve));
