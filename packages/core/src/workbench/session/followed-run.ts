import {
  type Activity,
  busyWords,
  type Controls,
  countEvent,
  doingWords,
  driftRow,
  type Failure,
  failureWords,
  healthWords,
  isPassing,
  type PromptInput,
  type RestoreEvent,
  type RestorePlan,
  type RunId,
  type RunView,
  refusalWords,
  type ShownChange,
  type StartedRun,
  startCount,
  type TelemetryCount,
  type Timestamp,
  viewAfter,
} from "@reprise/model";
import { exitCodesFrom } from "./exit-codes.ts";
import { lastTurns, showHistory } from "./history.ts";
import type { WorkbenchParts } from "./parts.ts";
import { isMilestone, RunChanges } from "./run-changes.ts";
import { bannerOf, noActivity } from "./shown-state.ts";

/** What a run means for the connection. */
export interface RunListener {
  /** The agent has the thread. */
  connected(): void;
  failed(detail: string, plan: RestorePlan | null): void;
  /** The first prompt is in the journal. */
  sent(first: GivenPrompt): void;
  /** Prompts that are not sent after all. */
  returned(prompts: readonly GivenPrompt[]): Promise<void>;
  /** A turn came to its end: the agent can do its work. */
  completed(): void;
  /** `unsent`: prompts that the agent was never given. */
  ended(unsent: readonly GivenPrompt[]): Promise<void>;
}

/** A prompt that was given to a run. */
export interface GivenPrompt {
  readonly text: string;
  readonly inputs: readonly PromptInput[];
  /** Files that hold it, and prompts it stands for, until it is sent; none: the disk refused. */
  readonly saved: readonly string[];
}

interface Started {
  readonly run: StartedRun;
  readonly view: RunView;
  /** What the run sends before anything that waits. */
  readonly first: GivenPrompt | null;
}

/** A run of this process, shown on the workbench as it goes. */
export class FollowedRun {
  readonly controls: Controls;
  readonly #parts: WorkbenchParts;
  readonly #listener: RunListener;
  readonly #run: StartedRun;
  readonly #changes: RunChanges;
  #view: RunView;
  #since: Timestamp | null = null;
  #isStopping = false;
  #threadSaved: Promise<void> = Promise.resolve();
  /** Shown while the journal cannot be written. */
  #health: string | null = null;
  /** Sent by the run itself, before any other. Null: there is none, or it was sent. */
  #first: GivenPrompt | null;
  #given: readonly GivenPrompt[] = [];
  #isOver = false;
  #sent: readonly string[] = [];
  #count: TelemetryCount;
  /** Never rejects. */
  readonly over: Promise<void>;

  constructor({ run, view, first }: Started, parts: WorkbenchParts, listener: RunListener) {
    this.#first = first;
    this.controls = run.controls;
    this.#run = run;
    this.#view = view;
    this.#parts = parts;
    this.#listener = listener;
    const { host, stateFolder, shown } = parts;
    this.#changes = new RunChanges({
      run: run.id,
      prefix: run.origin,
      root: shown.root,
      stateFolder,
      host,
      state: () => shown.state,
      now: () => host.now(),
    });
    const isNew = view.session === null && view.mode !== "fork";
    this.#count = startCount(shown.state.telemetry, isNew ? 0 : null);
    this.over = this.#follow();
  }

  get id(): RunId {
    return this.#run.id;
  }

  get view(): RunView {
    return this.#view;
  }

  get isWorking(): boolean {
    return this.#view.working !== null || this.#view.queued.length > 0;
  }

  /** Ending it would cost the person something: a turn, a prompt on its way, or a question. */
  get isActive(): boolean {
    return this.isWorking || this.#first !== null || this.isAsking;
  }

  /** It continues only once a person has answered. */
  get isAsking(): boolean {
    return this.#view.requests.length + this.#view.questions.length > 0;
  }

  /** After the turn, if one is under way. */
  async send(text: string, inputs: readonly PromptInput[]): Promise<GivenPrompt> {
    const saved = await this.controls.send(text, inputs);
    const given = { text, inputs, saved: saved === null ? [] : [saved] };
    this.#given = [...this.#given, given];
    return given;
  }

  /** The run was ending when it was given this prompt. */
  isLost(given: GivenPrompt): boolean {
    return this.#isOver && this.#unsent().includes(given);
  }

  /** The agent's own id of a request, if it can still be answered here. */
  requestOf(approval: string): string | null {
    const open = this.#view.requests.find(({ id }) => this.#changes.approvalId(id) === approval);
    return open?.id ?? null;
  }

  /** Resolves when nothing is left to do but to answer, or after that time. */
  async rested(ms: number): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ms).unref();
    while (this.isWorking && !this.isAsking && !late.signal.aborted)
      await Promise.race([this.over, new Promise((resolve) => setTimeout(resolve, 100))]);
    clearTimeout(timer);
  }

  async interrupt(): Promise<void> {
    this.#isStopping = true;
    this.#show();
    await this.controls.interrupt();
  }

  async #follow(): Promise<void> {
    const { shown } = this.#parts;
    this.#show();
    try {
      for await (const { event } of this.#run.events()) {
        this.#happened(event);
        // What is shown of a thread can be found again by it after a kill.
        await this.#threadSaved;
      }
    } catch (error) {
      this.#parts.onProblem(error);
      this.#banner((error as Error).message, true);
      this.#listener.failed((error as Error).message, null);
    }
    shown.setActivity(noActivity);
    this.#isOver = true;
    await this.#listener.ended(this.#unsent()).catch(this.#parts.onProblem);
  }

  /** Sent ones are in the log of the run by their text. */
  #unsent(): readonly GivenPrompt[] {
    const sent = [...this.#sent];
    const waiting = this.#given.filter(({ text }) => {
      const index = sent.indexOf(text);
      if (index !== -1) sent.splice(index, 1);
      return index === -1;
    });
    return this.#first === null ? waiting : [this.#first, ...waiting];
  }

  #happened(event: RestoreEvent): void {
    const { shown, host } = this.#parts;
    const before = this.#view;
    this.#view = viewAfter(before, event);
    const whole = event.type === "item" ? event.item : null;
    const changes = [...this.#changes.between(before, this.#view, whole), ...this.#counted(event)];
    const isTurnOver = before.working !== null && this.#view.working === null;
    if (changes.length > 0 && (isTurnOver || isMilestone(changes))) void shown.save(changes);
    else if (changes.length > 0) shown.saveSoon(changes);
    this.#meant(event);
    if (event.type === "turn-started") this.#since = host.now();
    if (event.type === "prompt-sent") this.#wasSent(event);
    if (event.type === "prompts-returned") this.#wereReturned(event.prompts.map(({ text }) => text));
    if (event.type === "turn-ended") this.#isStopping = false;
    // Pieces come many a second: only the first of a reply changes what the agent does.
    if (event.type !== "delta" || before.working?.isWriting !== this.#view.working?.isWriting) this.#show();
  }

  #wasSent({ text, isSteering }: RestoreEvent & { type: "prompt-sent" }): void {
    if (isSteering) return;
    if (this.#first === null) this.#sent = [...this.#sent, text];
    else this.#listener.sent(this.#first);
    this.#first = null;
  }

  #wereReturned(texts: readonly string[]): void {
    const returned = this.#unsent().filter((one) => texts.includes(one.text));
    this.#given = this.#given.filter((one) => !returned.includes(one));
    void this.#listener.returned(returned).catch(this.#parts.onProblem);
  }

  #counted(event: RestoreEvent): ShownChange[] {
    const before = this.#count;
    this.#count = countEvent(before, event, this.#parts.host.ticks());
    const { telemetry } = this.#count;
    return telemetry === before.telemetry ? [] : [{ type: "telemetry", telemetry }];
  }

  #meant(event: RestoreEvent): void {
    const { shown } = this.#parts;
    switch (event.type) {
      case "thread":
      case "settings":
      case "run-started":
        return this.#known();
      case "checked":
      case "restored":
        this.#known();
        return this.#listener.connected();
      case "turn-ended":
        void this.#complete(event.state === "interrupted" && event.failure !== null).catch(this.#parts.onProblem);
        if (event.failure !== null) return this.#failed(event.failure);
        if (event.state === "completed") this.#listener.completed();
        if (shown.state.banner?.tone === "error") void shown.save([{ type: "banner", banner: null }]);
        return;
      case "run-ended":
        return event.failure === null ? undefined : this.#failed(event.failure);
      case "journal-health":
        return this.#journalled(event.problem);
      case "refused":
        return this.#listener.failed(refusalWords(event.plan), event.plan);
      case "busy":
        return this.#listener.failed(`${busyWords(event.owner)} retry.`, null);
      default:
        return;
    }
  }

  /** Null: it is written again. */
  #journalled(problem: string | null): void {
    const { shown, host } = this.#parts;
    const before = this.#health;
    this.#health = problem === null ? null : healthWords(problem);
    if (this.#health !== null) void shown.save([bannerOf(this.#health, host.now(), { tone: "warning" })]);
    else if (shown.state.banner?.text === before) void shown.save([{ type: "banner", banner: null }]);
  }

  #failed(failure: Failure): void {
    const isSignedOut = failure.kind === "authentication";
    const text = isSignedOut ? this.#signedOutWords() : failureWords(failure);
    this.#banner(text, isPassing(failure));
    if (isSignedOut) this.#listener.failed(text, null);
  }

  /** The conversation says it in the agent's words. */
  #signedOutWords(): string {
    return `Not signed in. ${this.#parts.signIn(this.#view.agent)} in a terminal, then continue here. Everything stays readable.`;
  }

  #banner(text: string, canRetry: boolean): void {
    const { shown, host } = this.#parts;
    const isInSession = this.#view.lastPrompt?.isPersisted ?? false;
    void shown.save([bannerOf(text, host.now(), { canRetry, isInSession })]);
  }

  /** What its log has and its stream has not. `hasDied`: the agent, with calls that it had not announced. */
  async #complete(hasDied: boolean): Promise<void> {
    const { shown, library } = this.#parts;
    const { session, lastPrompt } = this.#view;
    if (hasDied && session !== null && lastPrompt?.isPersisted)
      return showHistory(session, this.#parts, { isDue: () => !this.isWorking });
    const isUnknown = shown.state.execs.some(({ exitCode, endedAt }) => exitCode === null && endedAt !== null);
    if (session === null || !isUnknown) return;
    const changes = exitCodesFrom(await lastTurns(session, library, 1), shown.state);
    if (changes.length > 0) await shown.save(changes);
  }

  #known(): void {
    const { session, thread, settings } = this.#view;
    const next = { session, thread, run: this.#run.id, settings };
    const { shown } = this.#parts;
    if (JSON.stringify(next) !== JSON.stringify(shown.state.thread))
      this.#threadSaved = shown.save([{ type: "thread", thread: next }]);
  }

  #show(): void {
    this.#parts.shown.setActivity(
      activityOf(this.#view, {
        since: this.#since,
        isStopping: this.#isStopping,
        isWatched: false,
        canSteer: this.#parts.canSteer(this.#view.agent),
      }),
    );
  }
}

export function activityOf(
  view: RunView,
  {
    since,
    isStopping,
    isWatched,
    canSteer,
  }: {
    readonly since: Timestamp | null;
    readonly isStopping: boolean;
    readonly isWatched: boolean;
    readonly canSteer: boolean;
  },
): Activity {
  const { working, queued, tokens } = view;
  return {
    phase: view.phase === "ended" ? "none" : isStopping ? "stopping" : phases[view.phase],
    since: working === null ? null : since,
    doing: working === null ? null : doingWords(working),
    tokens,
    queued,
    canSteer: canSteer && working !== null,
    isWatched,
    question: questionOf(view),
  };
}

const phases = {
  starting: "starting",
  checking: "starting",
  restoring: "restoring",
  idle: "idle",
  working: "working",
} as const;

function questionOf({ questions: [question] }: RunView): Activity["question"] {
  if (question === undefined) return null;
  if (question.kind === "segment") {
    const { id, segment, segmentCount } = question;
    return { id, text: `Send segment ${segment} of ${segmentCount}?`, rows: [] };
  }
  const rows = question.drift.map((drift) => driftRow(drift).text);
  return { id: question.id, text: "Something has changed since. Continue?", rows };
}
