import { randomUUID } from "node:crypto";
import type { AgentDriver } from "@reprise/core";
import {
  agentOf,
  type Consent,
  controlledRun,
  type Dismissal,
  type Drift,
  type FilesPlan,
  isAboutReview,
  type KeptApproval,
  noSettings,
  type Offer,
  type PlanOf,
  type PromptInput,
  type RestoreEvent,
  type RestorePlan,
  type Run,
  type RunId,
  type Runner,
  type RunScope,
  type RunState,
  type RunWish,
  SessionError,
  type SessionId,
  type Settings,
  type StartedRun,
  type StatusRow,
  sessionIdOf,
  type ThreadId,
  type Warning,
  type Wish,
} from "@reprise/model";
import { inputProblem, MemoryConversation, sendSegments, type Work } from "./memory-conversation.ts";
import {
  isOffered,
  isSame,
  type MemoryStore,
  type StoredRun,
  startOf,
  stateAfter,
  statusRowOf,
  watch,
} from "./memory-store.ts";
import type { ScriptedLine } from "./scripted-source.ts";

/** An in-memory Runner: the contract and nothing else. */
export class MemoryRunner implements Runner {
  readonly #store: MemoryStore;
  readonly #driver: AgentDriver;
  readonly #hasFile: (path: string) => boolean;
  readonly #active: StartedRun[] = [];
  readonly #ended = new Map<RunId, StartedRun>();
  readonly #death = Promise.withResolvers<RestoreEvent>();
  #isDead = false;

  constructor(store: MemoryStore, driver: AgentDriver, hasFile: (path: string) => boolean) {
    this.#store = store;
    this.#driver = driver;
    this.#hasFile = hasFile;
  }

  /** Ends like a killed process. */
  die(): void {
    this.#isDead = true;
    for (const stored of this.#store.runs)
      if (stored.owner === this && stored.state.status === "running")
        stored.state = { ...stored.state, status: "interrupted" };
    this.#death.resolve({ type: "run-ended", status: "interrupted", failure: null });
  }

  async run(wish: RunWish): Promise<StartedRun> {
    const { agent, cwd, settings, prompt, inputs = [], instructions = null, canAnswer } = wish;
    const id = randomUUID() as RunId;
    return this.#start(id, wish.stays ?? false, async (work) => {
      const problem = inputProblem(inputs, this.#driver.can, this.#hasFile);
      if (problem !== null) return failed(problem);
      const asked = { ...noSettings, ...settings, cwd };
      const scope = wish.scope ?? { kind: "workspace", root: cwd };
      work.store(startOf({ run: id, agent, scope, settings: asked, instructions, workspace: cwd }), prompt);
      return this.#live(work, { settings: asked, instructions, thread: null, canAnswer }, async (live) => {
        await live.turn({ id: randomUUID(), text: prompt, inputs });
        await live.converse(work.queue);
        return null;
      });
    });
  }

  async runs(scope?: RunScope): Promise<readonly RunState[]> {
    const states = this.#store.runs.map(({ state }) => state).reverse();
    return scope ? states.filter((state) => isSame(state.scope, scope)) : states;
  }

  async attach(id: RunId): Promise<Run> {
    const active = this.#active.find((run) => run.id === id);
    if (active) return active;
    const stored = this.#store.runs.find(({ state }) => state.run === id);
    const ended = this.#ended.get(id);
    if (ended && stored?.state.status !== "running") return ended;
    if (!stored) throw new SessionError("not-found", `There is no run ${id}.`);
    const events = (after = 0, signal?: AbortSignal) => watch(stored, after, signal);
    return { id, origin: "store", controls: null, events };
  }

  async offer(scope: RunScope, isAsked = false): Promise<Offer | null> {
    const stored = this.#store.runs.findLast(({ state }) => isSame(state.scope, scope));
    if (!stored || !isOffered(stored.state)) return null;
    const isCommand = isAsked && !isAboutReview(scope);
    if (!isCommand && this.#store.declined.has(stored.state.run)) return null;
    const { run, agent, startedAt, status, thread } = stored.state;
    const state = status === "cancelled" ? "stopped" : status === "failed" ? "failed" : "interrupted";
    if (!isAsked && state !== "interrupted" && stored.state.parkedUntil === null) return null;
    const common = { run, agent, startedAt, state } as const;
    if (thread !== null) return { ...common, session: sessionIdOf(agent, thread), mode: "resume", prompt: null };
    return { ...common, session: null, mode: "new", prompt: stored.prompt };
  }

  async decline(run: RunId): Promise<void> {
    this.#store.declined.add(run);
  }

  async plan(session: string, wish: Wish): Promise<RestorePlan> {
    const id = session as SessionId;
    const lines = this.#linesOf(id);
    const about = lines.flatMap((line) => ("about" in line ? [line.about] : []))[0] ?? {};
    const { cwd, workspace = null, model = null, sandbox = null, approvalPolicy = null } = about;
    const recorded = { ...noSettings, cwd: cwd ?? workspace, model, sandbox, approvalPolicy };
    const target = wish.to ?? agentOf(id);
    const common = {
      session: id,
      target,
      basis: [],
      settings: { ...recorded, ...wish.settings } as Settings,
      baseline: null,
      drift: [],
      narrowed: [],
      refusals: [],
      pending: [],
      unfinished: [],
      owner: null,
    };
    const { contextTokens } = this.#driver.can;
    const rest = { tokens: 0, contextTokens, ailments: [], approvals: [], unchecked: [], unsentPrompt: null };
    if (wish.modes.includes("resume"))
      return { mode: "resume", ...common, ...rest, prompt: wish.prompt ?? "Continue.", recap: null };
    if (!wish.modes.includes("replay"))
      return { mode: null, ...common, via: null, ways: [], ailments: [], unsentPrompt: null };
    const prompts = promptsIn(lines);
    return {
      mode: "replay",
      ...common,
      ...rest,
      turns: { from: 1, to: prompts.length },
      via: "segments",
      ways: [{ way: "segments", stopped: null }],
      segments: prompts.map((text, index) => ({ number: index + 1, items: [text], tokens: text.length })),
      brief: null,
      continues: null,
      lost: [],
      prompt: wish.prompt,
    };
  }

  async restore(plan: RestorePlan, consent: Consent): Promise<StartedRun> {
    const thread = plan.session.slice(plan.session.indexOf(":") + 1) as ThreadId;
    const earlier = plan.mode === "resume" ? this.#store.runs.find(({ state }) => state.thread === thread) : null;
    const id = earlier?.state.run ?? (randomUUID() as RunId);
    return this.#start(id, consent.stays ?? false, async (work) => {
      if (plan.mode !== "resume" && plan.mode !== "replay") return { type: "refused", plan: refusing(plan) };
      if (earlier?.state.status === "running") return { type: "busy", owner: null };
      work.tell({ type: "checking" });
      const { settings } = plan;
      const instructions = earlier?.state.instructions ?? null;
      const workspace = settings.cwd;
      const scope: RunScope = earlier?.state.scope ?? { kind: "workspace", root: workspace ?? "/" };
      const start = startOf({ run: id, agent: plan.target, scope, settings, instructions, workspace });
      work.store(earlier ? { ...earlier.state, status: "running", failure: null, finishedAt: null } : start, null);
      const launch = {
        settings,
        instructions,
        thread: earlier ? thread : null,
        canAnswer: consent.canAnswer,
      };
      return this.#live(work, launch, async (live) => {
        const refusal = await this.#refusal(plan, live.thread.settings, consent, work);
        if (refusal !== null) return { type: "refused", plan: refusing(plan, refusal) };
        work.tell({ type: "checked", settings: live.thread.settings });
        if (plan.mode === "replay") {
          const cancelled = await work.sending(() => sendSegments(plan, live, consent, work));
          if (cancelled) return cancelled;
        }
        if (work.isStopped()) return null;
        if (plan.prompt !== null) await live.turn({ id: randomUUID(), text: plan.prompt });
        else live.outcome = { status: "completed", failure: null };
        await live.converse(work.queue);
        return null;
      });
    });
  }

  async #refusal(
    { settings }: RestorePlan,
    got: Settings,
    consent: Consent,
    work: Work,
  ): Promise<PlanOf<null>["refusals"][number]["reason"] | null> {
    const orders = {
      sandbox: ["read-only", "workspace-write", "danger-full-access"],
      approvalPolicy: this.#driver.permissions?.policies ?? [],
    };
    const drift = (Object.keys(settings) as (keyof Settings)[]).flatMap((subject): Drift[] => {
      const [recorded, now] = [settings[subject], got[subject]];
      if (recorded === null || now === null || recorded === now) return [];
      const order = subject === "sandbox" || subject === "approvalPolicy" ? orders[subject] : [];
      const widens = order.indexOf(now) > order.indexOf(recorded);
      return [{ kind: "setting", subject, recorded, now, widens, note: null }];
    });
    if (drift.length === 0) return null;
    work.tell({ type: "drift-found", drift });
    if (drift.some(({ widens }) => widens) && !consent.allowsWider) return "wider-permissions";
    if (consent.drift === "accept") return null;
    return consent.drift === "ask" && (await work.ask({ kind: "drift", drift })) ? null : "wider-permissions";
  }

  #start(id: RunId, stays: boolean, act: (work: Work) => Promise<RestoreEvent>): StartedRun {
    const checkPrompt = (_text: string, inputs: readonly PromptInput[]) => {
      const problem = inputProblem(inputs, this.#driver.can, this.#hasFile);
      if (problem !== null) throw new SessionError("refused", problem);
    };
    const parts = { id, stays, newId: randomUUID, save: () => [randomUUID()], checkPrompt };
    let stored: StoredRun | undefined;
    const started: StartedRun = controlledRun(parts, async (given) => {
      await Promise.resolve(); // `started` is set
      const tell = (event: RestoreEvent) => {
        if (this.#isDead) return;
        if (stored) stored.state = stateAfter(stored.state, event);
        if (stored && event.type === "turn-started") stored.prompt = null;
        given.tell(event);
      };
      const store: Work["store"] = (state, prompt) => {
        stored = this.#store.runs.find((one) => one.state.run === id);
        if (!stored) {
          stored = { state, prompt, spans: [], owner: this };
          this.#store.runs.push(stored);
        }
        Object.assign(stored, { state, owner: this });
        stored.spans.push(started);
      };
      const done = act({ ...given, id, tell, store }).catch((error: unknown): RestoreEvent => {
        if (!given.signal.aborted || (error as Error | null)?.name !== "AbortError") throw error;
        return { type: "run-ended", status: "cancelled", failure: null };
      });
      const last = await Promise.race([this.#death.promise, done]);
      if (stored) stored.state = stateAfter(stored.state, last);
      this.#active.splice(this.#active.indexOf(started), 1);
      this.#ended.set(id, started);
      return last;
    });
    this.#active.push(started);
    return started;
  }

  /** Starts the agent, runs the work and closes the agent. Null from the work: it finished. */
  async #live(
    work: Work,
    given: {
      readonly settings: Settings;
      readonly instructions: string | null;
      readonly thread: ThreadId | null;
      readonly canAnswer: boolean;
    },
    act: (live: MemoryConversation) => Promise<RestoreEvent | null>,
  ): Promise<RestoreEvent> {
    const { settings, instructions, thread, canAnswer } = given;
    const launch = {
      settings,
      instructions,
      env: {},
      home: null,
      program: null,
      onLine: () => undefined,
      signal: work.signal,
    };
    const agent = thread === null ? this.#driver.start(launch) : this.#driver.resume(thread, launch);
    const live = new MemoryConversation(await agent, work, canAnswer);
    work.control(live);
    const { settings: effective, thread: named } = live.thread;
    work.tell({ type: "run-started", run: work.id, agent: this.#driver.agent, settings: effective });
    if (named !== null) work.tell({ type: "thread", thread: named, isPersisted: true });
    const last = await act(live).finally(() => live.close());
    return last ?? { type: "run-ended", ...live.outcome };
  }

  #linesOf(session: SessionId): readonly ScriptedLine[] {
    const lines = this.#store.logs.get(session.slice(session.indexOf(":") + 1) as ThreadId);
    if (!lines) throw new SessionError("not-found", `No session is called ${session}.`);
    return lines;
  }

  async status(): Promise<readonly StatusRow[]> {
    return (await this.runs())
      .filter(({ status }) => status === "running" || status === "interrupted")
      .map((state) => statusRowOf(state, this.#store.dismissed));
  }

  async dismissedCount(): Promise<number> {
    return this.#store.dismissed.size;
  }

  async dismissal(session: string): Promise<Dismissal> {
    this.#linesOf(session as SessionId);
    const id = session as SessionId;
    const stored = this.#store.runs.find(({ state }) => state.thread && sessionIdOf(state.agent, state.thread) === id);
    const whyNot = stored?.state.status === "interrupted" ? null : "It is not interrupted.";
    return { session: id, whyNot, isDismissed: this.#store.dismissed.has(id) };
  }

  async dismiss(session: string, isDismissed: boolean): Promise<Dismissal> {
    const { whyNot, session: id } = await this.dismissal(session);
    if (whyNot !== null) throw new SessionError("not-found", whyNot);
    if (isDismissed) this.#store.dismissed.add(id);
    else this.#store.dismissed.delete(id);
    return this.dismissal(session);
  }

  async running(session: string): Promise<RunState | null> {
    const own = this.#store.runs.find(
      ({ state }) => state.thread && sessionIdOf(state.agent, state.thread) === session,
    );
    return own?.state.status === "running" ? own.state : null;
  }

  async cancel(session: string): Promise<RunState | null> {
    const live = await this.running(session);
    const stored = this.#store.runs.find(({ state }) => state === live);
    await stored?.spans.at(-1)?.controls.interrupt();
    return live;
  }

  async approvals(session: string): Promise<readonly KeptApproval[]> {
    return this.#store.approvals.get(session as SessionId) ?? [];
  }

  async grant(session: string, { hash, subject }: Pick<KeptApproval, "hash" | "subject">): Promise<void> {
    await this.revoke(session, hash);
    const kept = await this.approvals(session);
    this.#store.approvals.set(session as SessionId, [...kept, { hash, subject, source: "saved" }]);
  }

  async revoke(session: string, hash: string): Promise<void> {
    const kept = await this.approvals(session);
    this.#store.approvals.set(
      session as SessionId,
      kept.filter((one) => one.hash !== hash),
    );
  }

  async filesAt(session: string, turn: number): Promise<FilesPlan> {
    this.#linesOf(session as SessionId);
    return { session: session as SessionId, turn, root: "/", files: [], commands: [], patch: "" };
  }

  async rewindFiles(): Promise<string> {
    return randomUUID();
  }

  async undoRewind(id: string): Promise<readonly string[]> {
    throw new SessionError("not-found", `There is no rewind ${id}: files are not kept in memory.`);
  }

  async warnings(): Promise<readonly Warning[]> {
    return [];
  }

  close(): void {}
}

function promptsIn(lines: readonly ScriptedLine[]): string[] {
  return lines.flatMap((line) => ("item" in line && line.item.kind === "prompt" ? [line.item.text] : []));
}

function refusing(plan: RestorePlan, reason?: PlanOf<null>["refusals"][number]["reason"]): PlanOf<null> {
  const { session, target, basis, settings, baseline, drift, narrowed, pending, unfinished, owner } = plan;
  const detail = "The agent reports other settings, and they were not accepted.";
  const refusals = reason ? [{ mode: plan.mode ?? "resume", reason, detail }] : plan.refusals;
  return {
    mode: null,
    session,
    target,
    basis,
    settings,
    baseline,
    drift,
    narrowed,
    refusals,
    pending,
    unfinished,
    owner,
    via: null,
    ways: [],
    ailments: [],
    unsentPrompt: null,
  };
}

function failed(message: string): RestoreEvent {
  return { type: "run-ended", status: "failed", failure: { kind: "other", message, resetsAt: null } };
}
