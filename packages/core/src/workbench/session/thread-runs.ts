import {
  type Agent,
  type Choice,
  type Consent,
  type Controls,
  noSettings,
  type PromptInput,
  planView,
  type RestorePlan,
  type Run,
  type RunId,
  type RunView,
  type SavedState,
  SessionError,
  type SessionId,
  type StartedRun,
  sessionIdOf,
  usualWish,
} from "@reprise/model";
import { canStep } from "./connection.ts";
import { emptied, noNotes } from "./emptied.ts";
import { FollowedRun, startingView } from "./followed-run.ts";
import { showHistory } from "./history.ts";
import { bareConsent, consentNeeded } from "./open-questions.ts";
import { OtherProcesses, unlessNotFound } from "./other-processes.ts";
import type { WorkbenchParts } from "./parts.ts";
import { planFor } from "./plan-for.ts";
import type { Reconciled } from "./reconcile.ts";
import type { ResumeReport } from "./resume-report.ts";
import { ReturnedPrompts } from "./returned-prompts.ts";
import { settleSaved } from "./settle-saved.ts";

/** Starts, continues and ends the runs of one workbench. */
export class ThreadRuns {
  readonly #parts: WorkbenchParts;
  readonly #report: ResumeReport;
  readonly #returned: ReturnedPrompts;
  #run: FollowedRun | null = null;
  readonly #others: OtherProcesses;
  readonly #onLost: () => void;
  #isLeaving = false;

  /** `onLost`: a run has ended by itself. */
  constructor(parts: WorkbenchParts, report: ResumeReport, onLost: () => void) {
    this.#parts = parts;
    this.#report = report;
    this.#returned = new ReturnedPrompts(parts);
    this.#onLost = onLost;
    this.#others = new OtherProcesses(parts, { mirrored: () => this.#reconcile(null), changed: onLost });
  }

  get run(): FollowedRun | null {
    return this.#run;
  }

  /** Throws `refused` if there is no run that can be controlled here. */
  controls(): Controls {
    if (this.#run !== null) return this.#run.controls;
    const why = this.#others.isMirrored
      ? "Another process runs this session. Answer it there."
      : "Nothing is running.";
    throw new SessionError("refused", why);
  }

  /** Continues the thread as far as that needs no consent. Sends nothing to a model. */
  async connect(): Promise<void> {
    const { shown } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (this.#run !== null || this.#others.isMirrored) return;
    if (session === null) {
      shown.step("empty");
      return this.#returned.takeOffered().catch(this.#parts.onProblem);
    }
    if (!canStep(shown.connection.state, "connect")) return;
    this.#others.stopWaiting();
    shown.step("connect");
    this.#report.start(shown.state);
    try {
      if (await this.#others.mirrorIfRun(session)) return;
      const plan = await planFor(session, { ...usualWish, isSilent: true }, this.#parts);
      await this.#returned.takeUnsent(plan);
      await this.#returned.takeOffered();
      const why = consentNeeded(plan, this.#parts.remembers());
      if (why !== null) return await this.#askConsent(plan, why);
      await this.#restore(plan, bareConsent);
    } catch (error) {
      this.#failed((error as Error).message, null, error);
    }
  }

  /** Shows the run of another process, if there is one. Starts nothing. */
  async watch(): Promise<void> {
    const { shown, onProblem } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (this.#others.isMirrored || this.#run !== null) return;
    if (session !== null) await this.#others.mirrorIfRun(session).catch(onProblem);
  }

  /** Shows what another process has saved: of a run that is watched, only what its session does not tell. */
  async look(saved: SavedState): Promise<void> {
    const { shown } = this.#parts;
    const { entries, execs, outputs, thread } = shown.state;
    if (this.#others.isMirrored && saved.thread?.session === thread?.session)
      return shown.replace({ ...saved, entries, execs, outputs, thread });
    await this.#others.leaveMirror();
    shown.reset(saved);
    await this.watch();
  }

  /** Continues what another process had. */
  async takeOver(): Promise<void> {
    await this.#others.leaveMirror();
    await this.connect();
  }

  /** Carries out the plan that is shown under this id. Throws `refused` if there is none, or another by now. */
  async consent(id: string, consent: Consent): Promise<{ readonly prompt: string | null }> {
    const { shown } = this.#parts;
    const { plan, planId } = shown.connection;
    if (plan === null || planId === null)
      throw new SessionError("refused", "There is nothing to agree to. Connect first.");
    if (planId !== id)
      throw new SessionError("refused", "The plan has changed since. Nothing was done: read the new one.");
    this.#others.stopWaiting();
    shown.step("connect");
    await this.#orFailed(() => this.#restore(plan, { ...consent, canAnswer: true, stays: true }));
    return { prompt: "prompt" in plan ? plan.prompt : null };
  }

  /** Starts a session as chosen, or continues one as it is. `isSent` is false if consent is needed first. */
  async send(
    text: string,
    inputs: readonly PromptInput[],
    choice: Choice,
  ): Promise<{ readonly isSent: boolean }> {
    const { shown } = this.#parts;
    if (this.#others.isMirrored) throw runElsewhere();
    if (this.#run !== null) {
      await this.#run.send(text, inputs);
      return { isSent: true };
    }
    const session = shown.state.thread?.session ?? null;
    this.#others.stopWaiting();
    if (session === null) return this.#start(text, inputs, choice);
    if (await this.#others.mirrorIfRun(session)) throw runElsewhere();
    if (inputs.length > 0) return this.#sendWith(text, inputs);
    const plan = await planFor(session, { ...usualWish, prompt: text }, this.#parts);
    const why = consentNeeded(plan, this.#parts.remembers());
    if (canStep(shown.connection.state, "connect")) shown.step("connect");
    await this.#orFailed(() =>
      why === null ? this.#restore(plan, bareConsent) : this.#askConsent(plan, why),
    );
    return { isSent: why === null };
  }

  /** A plan has a prompt without inputs: the agent gets them once it has the thread. */
  async #sendWith(text: string, inputs: readonly PromptInput[]): Promise<{ readonly isSent: boolean }> {
    await this.connect();
    await this.#run?.send(text, inputs);
    return { isSent: this.#run !== null };
  }

  /** Shows a run that something else has started, in this process or another. */
  async follow(run: RunId): Promise<void> {
    const { runner, shown } = this.#parts;
    if (this.#run?.id === run) return; // an address with a run is loaded again, or in another tab
    const [attached, states] = await Promise.all([runner.attach(run), runner.runs()]);
    const state = states.find((one) => one.run === run);
    const plan = isStarted(attached) ? attached.plan : undefined;
    const known = state?.thread ? sessionIdOf(state.agent, state.thread) : null;
    const session = plan?.mode === "resume" ? plan.session : known;
    await this.close();
    if (session !== shown.state.thread?.session) await shown.save([...emptied(shown.state), noNotes]);
    shown.step("empty");
    if (isStarted(attached)) {
      if (plan !== undefined) {
        shown.step("connect");
        return this.#restored(attached, plan);
      }
      // Its first event names the agent.
      const view = startingView((state?.agent ?? "") as Agent, state?.settings ?? noSettings);
      const thread = state?.thread ?? null;
      this.#followed(attached, { ...view, session, thread });
      return;
    }
    if (state === undefined || session === null)
      throw new SessionError("not-found", `There is no run ${run}.`);
    await this.#others.mirror(attached, state, session);
  }

  /** Makes a session the thread of the workbench. Starts no agent. */
  async show(session: SessionId): Promise<void> {
    const { shown, library } = this.#parts;
    const found = await library.find(session);
    await this.close();
    const thread = { session: found.id, thread: found.thread, run: null, settings: noSettings };
    await shown.save([...emptied(shown.state), noNotes, { type: "thread", thread }]);
    await showHistory(found.id, this.#parts);
    shown.step("loaded");
  }

  /** The next prompt starts a new session. */
  async startNew(): Promise<void> {
    const { shown } = this.#parts;
    await this.close();
    await shown.save([
      ...emptied(shown.state),
      noNotes,
      { type: "thread", thread: null },
      { type: "banner", banner: null },
    ]);
    shown.step("empty");
  }

  /** As `leave`; what becomes of the session is no longer looked at. */
  async close(): Promise<void> {
    await this.leave();
    this.#others.stopWaiting();
  }

  /** Ends the run, if there is one here; one of another process is only left. */
  async leave(): Promise<void> {
    this.#others.stopWaiting();
    await this.#others.leaveMirror();
    const run = this.#run;
    this.#isLeaving = true;
    try {
      await run?.controls.end();
      await run?.over;
      await this.#returned.takeUnconfirmed(run?.view.lastPrompt ?? null);
    } finally {
      this.#isLeaving = false;
    }
  }

  /** After a run that ended by itself: what its agent may not have received goes back to the draft. */
  async takeLost(): Promise<void> {
    const session = this.#parts.shown.state.thread?.session ?? null;
    if (this.#run !== null || this.#others.isMirrored) return;
    // Another process has opened the session, or left it.
    if (this.#parts.shown.connection.state === "stale") return this.connect();
    if (session === null) return this.#returned.takeOffered();
    const plan = await planFor(session, { ...usualWish, isSilent: true }, this.#parts);
    await this.#returned.takeUnsent(plan);
    if (plan.owner !== null) this.#others.await(plan.owner, session);
  }

  async #start(
    prompt: string,
    inputs: readonly PromptInput[],
    { agent, settings }: Choice,
  ): Promise<{ readonly isSent: true }> {
    const { runner, shown } = this.#parts;
    const chosen = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
    const cwd = shown.root;
    const run = await runner.run({
      agent,
      cwd,
      settings: chosen,
      prompt,
      inputs,
      canAnswer: true,
      stays: true,
    });
    if (canStep(shown.connection.state, "empty")) shown.step("empty");
    const started = this.#followed(run, startingView(agent, { ...noSettings, ...chosen, cwd }));
    const takeBack = async () => {
      if (started.view.lastPrompt === null) await this.#returned.takeFirst(prompt, inputs);
    };
    void started.over.then(takeBack).catch(this.#parts.onProblem);
    return { isSent: true };
  }

  async #restore(plan: RestorePlan, consent: Consent): Promise<void> {
    await this.#restored(await this.#parts.runner.restore(plan, consent), plan);
  }

  async #restored(run: StartedRun, plan: RestorePlan): Promise<void> {
    const { shown } = this.#parts;
    if (plan.mode !== "resume") await shown.save(emptied(shown.state));
    // A new thread may have no file yet: its history is that of the session it continues.
    const to = "turns" in plan ? plan.turns.to : null;
    await showHistory(plan.session, this.#parts, { to });
    this.#followed(run, planView(plan), plan);
  }

  #followed(run: StartedRun, view: RunView, plan: RestorePlan | null = null): FollowedRun {
    let wasConnected = false;
    const followed = new FollowedRun(run, view, this.#parts, {
      connected: () => {
        wasConnected = true;
        void this.#reconcile(plan).catch((error) => this.#failed((error as Error).message, null, error));
      },
      failed: (detail, next) => this.#failed(detail, next),
      completed: () => {
        const { connection } = this.#parts.shown;
        if (connection.state === "degraded" && !connection.plan) this.#parts.shown.step("empty");
      },
      ended: async (unsent) => {
        this.#run = null;
        const session = followed.view.session;
        if (session !== null) this.#others.watchFor(session);
        await this.#returned.takeBack(unsent);
        if (!this.#isLeaving) this.#onLost();
        const { state } = this.#parts.shown.connection;
        if (!wasConnected && (state === "connecting" || state === "reconciling"))
          this.#failed("The agent ended before it had the session.", null);
      },
    });
    this.#run = followed;
    return followed;
  }

  async #reconcile(plan: RestorePlan | null): Promise<void> {
    const { shown } = this.#parts;
    if (!canStep(shown.connection.state, "connected")) return;
    shown.step("connected");
    const found = await this.#settle(plan);
    if (!canStep(shown.connection.state, "reconciled")) return; // it has failed meanwhile
    shown.step("reconciled");
    this.#report.end(found, shown.state);
  }

  #settle(plan: RestorePlan | null): Promise<Reconciled> {
    return settleSaved(plan, this.#parts, ({ id }) => this.#run?.requestOf(id) != null);
  }

  /** Everything is readable and true, but the person must decide how it continues. */
  async #askConsent(plan: RestorePlan, why: string): Promise<void> {
    await showHistory(plan.session, this.#parts).catch(unlessNotFound);
    const found = await this.#settle(plan);
    this.#failed(why, plan);
    if (plan.owner !== null) this.#others.await(plan.owner, plan.session);
    this.#report.end(found, this.#parts.shown.state);
  }

  /** Not left as connecting: it can be tried again. */
  async #orFailed(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#failed((error as Error).message, null, error);
      throw error;
    }
  }

  #failed(detail: string, plan: RestorePlan | null, error?: unknown): void {
    const { shown, onProblem } = this.#parts;
    if (error !== undefined) onProblem(error);
    const planId = plan === null || plan.mode === null ? null : crypto.randomUUID();
    if (canStep(shown.connection.state, "failed")) shown.step("failed", { detail, plan, planId });
    if (plan === null) this.#report.failure(error);
  }
}

function runElsewhere(): SessionError {
  return new SessionError("refused", "Another process runs this session. Send the prompt there.");
}

function isStarted(run: Run): run is StartedRun {
  return run.controls !== null;
}
