import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { type Answers, quietMs, type RestorePlan, type Runner, type StartedRun } from "@reprise/model";
import { consentOf, isGrave, whyNotStart } from "./consents.ts";
import { changed, type RestoreRequest, wishOf } from "./request.ts";

export interface RestoreState {
  readonly request: RestoreRequest;
  /** Null while it is made, or if that failed. */
  readonly plan: RestorePlan | null;
  readonly failure: string | null;
  /** Ticks that the person changed. */
  readonly agreed: Answers;
  /** A plan that costs or permits more has just appeared. */
  readonly isHushed: boolean;
  readonly isStarting: boolean;
}

/** What the restored session gets. */
export interface RestoreGiven {
  /** Null: nothing is sent until the person writes something. */
  readonly prompt: string | null;
  /** Whether it waits for more after that. */
  readonly stays: boolean;
}

const talk: RestoreGiven = { prompt: null, stays: true };

/** Plans a restore, again with each change; starts only what is on the screen. */
export class RestoreStore {
  readonly #runner: Runner;
  readonly #session: string;
  readonly #given: RestoreGiven;
  readonly #state: Signal<RestoreState>;
  #edition = 0;

  constructor(runner: Runner, session: string, request: RestoreRequest, given: RestoreGiven = talk) {
    this.#runner = runner;
    this.#given = given;
    this.#session = session;
    this.#state = signal({
      request,
      plan: null,
      failure: null,
      agreed: {},
      isHushed: false,
      isStarting: false,
    });
  }

  get state(): ReadonlySignal<RestoreState> {
    return this.#state;
  }

  /** Consents belong to the plan before: all are dropped. */
  ask(change: Partial<RestoreRequest>): void {
    const request = changed(this.#state.value.request, change);
    this.#set({ request, agreed: {} });
    void this.plan();
  }

  agree(change: Answers): void {
    this.#set({ agreed: { ...this.#state.value.agreed, ...change } });
  }

  async plan(): Promise<void> {
    const edition = ++this.#edition;
    this.#set({ plan: null, failure: null });
    try {
      const plan = await this.#runner.plan(this.#session, wishOf(this.#state.value.request, this.#given.prompt));
      if (edition === this.#edition) this.#show(plan);
    } catch (error) {
      if (edition === this.#edition) this.#set({ failure: error instanceof Error ? error.message : String(error) });
    }
  }

  /** The run; null if the plan cannot start. Throws why the server refused it; then there is another plan. */
  async start(): Promise<StartedRun | null> {
    const { plan, agreed, request, isHushed, isStarting } = this.#state.value;
    if (plan === null || isHushed || isStarting || whyNotStart(plan, agreed, request.allowsWider) !== null) return null;
    this.#set({ isStarting: true });
    try {
      const { allowsWider } = request;
      const consent = consentOf(plan, agreed, { allowsWider, stays: this.#given.stays });
      return consent && (await this.#runner.restore(plan, consent));
    } catch (error) {
      void this.plan();
      throw error;
    } finally {
      this.#set({ isStarting: false });
    }
  }

  #show(plan: RestorePlan): void {
    batch(() => this.#set({ plan, isHushed: isGrave(plan) }));
    if (!isGrave(plan)) return;
    const edition = this.#edition;
    setTimeout(() => edition === this.#edition && this.#set({ isHushed: false }), quietMs);
  }

  #set(change: Partial<RestoreState>): void {
    this.#state.value = { ...this.#state.value, ...change };
  }
}
