import {
  type Agent,
  agreedApprovals,
  type Choice,
  type Consent,
  type Controls,
  type EndReason,
  newRunView,
  noSettings,
  type PromptInput,
  planView,
  type RestorePlan,
  type RunView,
  type SavedState,
  SessionError,
  type SessionId,
  type StartedRun,
  type ThreadId,
  usualWish,
} from "@reprise/model";
import type { AttachedRun } from "./attached-run.ts";
import { canStep } from "./connection.ts";
import { FollowedRun, type GivenPrompt } from "./followed-run.ts";
import { showHistory } from "./history.ts";
import { consentNeeded } from "./open-questions.ts";
import { isStarted, OtherProcesses, runElsewhere, unlessNotFound } from "./other-processes.ts";
import type { WorkbenchParts } from "./parts.ts";
import { planFor } from "./plan-for.ts";
import type { Reconciled } from "./reconcile.ts";
import type { ResumeReport } from "./resume-report.ts";
import { type Accepted, ReturnedPrompts } from "./returned-prompts.ts";
import { settleSaved } from "./settle-saved.ts";
import { settledDecisions } from "./settled-decisions.ts";

/** Starts, continues and ends the runs of one workbench. */
export class ThreadRuns {
  readonly #parts: WorkbenchParts;
  readonly #report: ResumeReport;
  readonly #returned: ReturnedPrompts;
  #run: FollowedRun | null = null;
  readonly #others: OtherProcesses;
  readonly #onLost: () => void;
  #isLeaving = false;
  /** What the person sent, in the prompt of the plan that is shown. */
  #said: string | null = null;

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

  /** An agent works here on what a person wants, or waits for an answer. */
  get isActive(): boolean {
    return this.#run?.isActive ?? false;
  }

  /** Throws `refused` if there is no run that can be controlled here. */
  controls(): Controls {
    if (this.#run !== null) return this.#run.controls;
    const why = this.#others.isMirrored ? "Another process runs this session. Answer it there." : "Nothing is running.";
    throw new SessionError("refused", why);
  }

  /** Continues the thread as far as that needs no consent. Sends nothing to a model. */
  async connect(): Promise<void> {
    const { shown } = this.#parts;
    const session = shown.state.thread?.session ?? null;
    if (this.#run !== null || this.#others.isMirrored) return;
    await this.#forgetApprovals();
    await shown.save(settledDecisions(shown.state, this.#parts));
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
      const { why, consent } = consentNeeded(plan);
      if (why !== null) return await this.#askConsent(plan, why);
      await this.#restore(plan, consent);
    } catch (error) {
      this.#failed((error as Error).message, null, { error });
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

  /** As `send` for the plan that is shown under this id. Throws `refused` if there is none, or another by now. */
  async consent(id: string, consent: Consent, accepted: Accepted): Promise<void> {
    const { shown } = this.#parts;
    const { plan, planId } = shown.connection;
    if (plan === null || planId === null)
      throw new SessionError("refused", "There is nothing to agree to. Connect first.");
    if (planId !== id)
      throw new SessionError("refused", "The plan has changed since. Nothing was done: read the new one.");
    this.#others.stopWaiting();
    shown.step("connect");
    const whole = { ...consent, canAnswer: true, stays: true };
    const said = this.#said;
    await this.#orFailed(() => this.#restoreWith(said, plan, whole, accepted));
  }

  /** Starts a session as chosen, or continues one as it is. `isSent` is false if consent is needed first. */
  async send(
    text: string,
    inputs: readonly PromptInput[],
    choice: Choice,
    accepted: Accepted,
  ): Promise<{ readonly isSent: boolean }> {
    const { shown } = this.#parts;
    if (this.#others.isMirrored) throw runElsewhere();
    if (this.#run !== null) {
      await this.#sendTo(this.#run, text, inputs, accepted);
      return { isSent: true };
    }
    const session = shown.state.thread?.session ?? null;
    this.#others.stopWaiting();
    if (session === null) return this.#start(text, inputs, choice, accepted);
    if (await this.#others.mirrorIfRun(session)) throw runElsewhere();
    if (inputs.length > 0) return this.#sendWith(text, inputs, accepted);
    const plan = await planFor(session, { ...usualWish, prompt: text }, this.#parts);
    const { why, consent } = consentNeeded(plan);
    if (canStep(shown.connection.state, "connect")) shown.step("connect");
    await this.#orFailed(() =>
      why === null ? this.#restoreWith(text, plan, consent, accepted) : this.#askConsent(plan, why, text),
    );
    return { isSent: why === null };
  }

  /** Puts what cannot be sent yet into the draft, unless it is there. */
  keep(text: string, inputs: readonly PromptInput[]): Promise<void> {
    return this.#returned.toDraft([text], inputs);
  }

  async #sendTo(run: FollowedRun, text: string, inputs: readonly PromptInput[], accepted: Accepted): Promise<void> {
    const given = await run.send(text, inputs);
    await accepted(text);
    this.#returned.supersede();
    if (run.isLost(given)) await this.#returned.takeBack([given]);
  }

  /** `said`: what the person sent, in the prompt of the plan. */
  async #restoreWith(said: string | null, plan: RestorePlan, consent: Consent, accepted: Accepted): Promise<void> {
    if (said === null) return this.#restore(plan, consent);
    const { session, target: agent, settings } = plan;
    const target = { mode: "resume", session, agent, cwd: settings.cwd ?? this.#parts.shown.root } as const;
    await this.#returned.give({ text: said, inputs: [], target, accepted }, (first) =>
      this.#restore(plan, { ...consent, carries: first.saved }, first),
    );
  }

  /** A plan has a prompt without inputs: the agent gets them once it has the thread. */
  async #sendWith(
    text: string,
    inputs: readonly PromptInput[],
    accepted: Accepted,
  ): Promise<{ readonly isSent: boolean }> {
    await this.connect();
    const run = this.#run;
    if (run !== null) await this.#sendTo(run, text, inputs, accepted);
    return { isSent: run !== null };
  }

  /** Shows a run that something else has started. */
  async follow({ run, state, plan, session }: AttachedRun): Promise<void> {
    const { shown } = this.#parts;
    await this.close();
    shown.step("empty");
    if (isStarted(run)) {
      if (plan !== null) {
        shown.step("connect");
        return this.#restored(run, plan);
      }
      // Its first event names the agent.
      const view = newRunView((state?.agent ?? "") as Agent, state?.settings ?? noSettings);
      const thread = state?.thread ?? null;
      this.#followed(run, { ...view, session, thread }, {});
    } else if (state !== undefined && session !== null) {
      await this.#others.mirror(run, state, session);
    }
  }

  /** Makes a session the thread, as its files have it now. Starts no agent. */
  async show(session: SessionId, thread: ThreadId): Promise<void> {
    const { shown } = this.#parts;
    await this.close();
    const { settings } = shown.state.thread ?? { settings: noSettings };
    await shown.save([{ type: "thread", thread: { session, thread, run: null, settings } }]);
    await showHistory(session, this.#parts);
    if (canStep(shown.connection.state, "loaded")) shown.step("loaded");
  }

  /** As `leave`; what becomes of the session is no longer looked at. */
  async close(why?: EndReason): Promise<void> {
    await this.leave(why);
    this.#others.stopWaiting();
  }

  /** Ends the run, if there is one here; one of another process is only left. */
  async leave(why?: EndReason): Promise<void> {
    this.#others.stopWaiting();
    await this.#others.leaveMirror();
    const run = this.#run;
    this.#isLeaving = true;
    try {
      await run?.controls.end(why);
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
    accepted: Accepted,
  ): Promise<{ readonly isSent: true }> {
    const { runner, shown } = this.#parts;
    const chosen = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
    const cwd = shown.root;
    const target = { mode: "new", session: null, agent, cwd } as const;
    await this.#returned.give({ text: prompt, inputs, target, accepted }, async (first) => {
      const wish = { agent, cwd, settings: chosen, prompt, inputs, carries: first.saved };
      const run = await runner.run({ ...wish, canAnswer: true, stays: true });
      if (canStep(shown.connection.state, "empty")) shown.step("empty");
      this.#followed(run, newRunView(agent, { ...noSettings, ...chosen, cwd }), { first });
    });
    return { isSent: true };
  }

  async #restore(plan: RestorePlan, consent: Consent, first: GivenPrompt | null = null): Promise<void> {
    const { runner, shown } = this.#parts;
    const run = await runner.restore(plan, consent);
    const { saved, claimed } = agreedApprovals(plan, consent);
    const approvals = plan.mode === "resume" ? [...saved, ...claimed] : [];
    await shown.save([{ type: "remembered", approvals }]);
    await this.#restored(run, plan, first);
  }

  /** Approvals of a run that has ended count only for a person who wants them remembered: else they are not listed. */
  async #forgetApprovals(): Promise<void> {
    const { shown, remembers } = this.#parts;
    if (shown.state.remembered.length > 0 && !remembers()) await shown.save([{ type: "remembered", approvals: [] }]);
  }

  async #restored(run: StartedRun, plan: RestorePlan, first: GivenPrompt | null = null): Promise<void> {
    // A new thread may have no file yet: its history is that of the session it continues.
    const to = "turns" in plan ? plan.turns.to : null;
    // The run has begun: it is followed whatever can be read.
    await showHistory(plan.session, this.#parts, { to }).catch(this.#parts.onProblem);
    this.#followed(run, planView(plan), { plan, first });
  }

  #followed(
    run: StartedRun,
    view: RunView,
    { plan = null, first = null }: { readonly plan?: RestorePlan | null; readonly first?: GivenPrompt | null },
  ): void {
    let wasConnected = false;
    const followed = new FollowedRun({ run, view, first }, this.#parts, {
      connected: () => {
        wasConnected = true;
        void this.#reconcile(plan).catch((error) => this.#failed((error as Error).message, null, { error }));
      },
      failed: (detail, next) => this.#failed(detail, next, { said: first?.text ?? null }),
      sent: (prompt) => this.#returned.sent(prompt),
      returned: (prompts) => this.#returned.takeBack(prompts),
      completed: () => {
        const { connection } = this.#parts.shown;
        if (connection.state === "degraded" && !connection.plan) this.#parts.shown.step("empty");
      },
      ended: async (unsent) => {
        this.#run = null;
        const session = followed.view.session;
        if (session !== null) this.#others.watchFor(session);
        await this.#returned.takeBack(unsent);
        await this.#forgetApprovals();
        if (!this.#isLeaving) this.#onLost();
        const { state } = this.#parts.shown.connection;
        if (!wasConnected && (state === "connecting" || state === "reconciling"))
          this.#failed("The agent ended before it had the session.", null);
      },
    });
    this.#run = followed;
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
  async #askConsent(plan: RestorePlan, why: string, said: string | null = null): Promise<void> {
    await showHistory(plan.session, this.#parts).catch(unlessNotFound);
    const found = await this.#settle(plan);
    this.#failed(why, plan, { said });
    if (plan.owner !== null) this.#others.await(plan.owner, plan.session);
    this.#report.end(found, this.#parts.shown.state);
  }

  /** Not left as connecting: it can be tried again. */
  async #orFailed(act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#failed((error as Error).message, null, { error });
      throw error;
    }
  }

  /** `said`: what the person sent, in the prompt of the plan. */
  #failed(
    detail: string,
    plan: RestorePlan | null,
    { said = null, error }: { readonly said?: string | null; readonly error?: unknown } = {},
  ): void {
    const { shown, onProblem } = this.#parts;
    this.#said = plan === null ? null : said;
    if (error !== undefined) onProblem(error);
    const planId = plan === null || plan.mode === null ? null : crypto.randomUUID();
    if (canStep(shown.connection.state, "failed")) shown.step("failed", { detail, plan, planId });
    if (plan === null) this.#report.failure(error);
  }
}
