import {
  type Answer,
  type Consent,
  type Dismissal,
  type FilesPlan,
  type KeptApproval,
  type Offer,
  type RestoreEvent,
  type RestorePlan,
  type Run,
  type RunId,
  type Runner,
  type RunScope,
  type RunState,
  type RunWish,
  type Scope,
  SessionError,
  type StartedRun,
  type StatusRow,
  type Warning,
  type Wish,
} from "@reprise/model";
import { type PlayedStage, playedRun } from "@reprise/testkit";
import { plan as ordinaryPlan } from "./plans.ts";
import type { Script, Stage, Step } from "./script.ts";

/** What the person at the machine does. */
type Hands = Pick<Stage, "press" | "key">;

/** A runner that does what the script says, and remembers what was asked of it. */
export class ScriptedRunner implements Runner {
  readonly ran: RunWish[] = [];
  readonly resumed: { readonly plan: RestorePlan; readonly consent: Consent }[] = [];
  readonly planned: { readonly session: string; readonly wish: Wish }[] = [];
  readonly declined: RunId[] = [];
  readonly offeredFor: string[] = [];
  readonly scopes: Scope[] = [];
  readonly answers: { readonly request: string; readonly answer: Answer }[] = [];
  readonly changes: unknown[] = [];
  readonly filesAsked: { readonly session: string; readonly turn: number }[] = [];
  interruptCount = 0;
  isClosed = false;
  readonly #script: Script;
  readonly #hands: Hands;
  #approvals: KeptApproval[];
  #wake = () => {};

  constructor(script: Script, hands: Hands) {
    this.#script = script;
    this.#hands = hands;
    this.#approvals = [...(script.approvals ?? [])];
  }

  async run(wish: RunWish): Promise<StartedRun> {
    this.ran.push(wish);
    return this.#start(this.#script.steps ?? [], null);
  }

  async runs(): Promise<readonly RunState[]> {
    return [];
  }

  async attach(run: RunId): Promise<Run> {
    throw new SessionError("not-found", `There is no run ${run}.`);
  }

  async offer(scope: RunScope): Promise<Offer | null> {
    if (scope.kind === "workspace") this.offeredFor.push(scope.root);
    return this.#script.offer ?? null;
  }

  async decline(run: RunId): Promise<void> {
    this.declined.push(run);
  }

  async plan(session: string, wish: Wish): Promise<RestorePlan> {
    const before = this.planned.filter((one) => one.session === session).length;
    const found = (this.#script.plans ?? { [ordinaryPlan().session]: ordinaryPlan() })[session];
    if (!found) throw new SessionError("not-found", `There is no session "${session}".`);
    this.planned.push({ session, wish });
    const plan = typeof found === "function" ? found(before) : found;
    return "prompt" in plan ? { ...plan, prompt: wish.prompt ?? plan.prompt } : plan;
  }

  async restore(plan: RestorePlan, consent: Consent): Promise<StartedRun> {
    this.resumed.push({ plan, consent });
    const { stepsOf, stepsAs, steps: usual = [] } = this.#script;
    const steps = stepsOf?.[plan.session] ?? (plan.mode === null ? undefined : stepsAs?.[plan.mode]) ?? usual;
    return this.#start(steps, consent);
  }

  async filesAt(session: string, turn: number): Promise<FilesPlan> {
    this.filesAsked.push({ session, turn });
    if (!this.#script.files) throw new SessionError("not-found", `${session} has no turn ${turn}.`);
    return this.#script.files;
  }

  async rewindFiles(plan: FilesPlan): Promise<string> {
    this.changes.push({ rewind: plan });
    return "rewind-1";
  }

  async undoRewind(id: string): Promise<readonly string[]> {
    const paths = this.#script.rewinds?.[id];
    if (!paths) throw new SessionError("not-found", `There is no rewind "${id}".`);
    this.changes.push({ undo: id });
    return paths;
  }

  async status(scope: Scope): Promise<readonly StatusRow[]> {
    this.scopes.push(scope);
    const { rows = [] } = this.#script;
    return typeof rows === "function" ? rows(this.scopes.length - 1) : rows;
  }

  async dismissedCount(): Promise<number> {
    return 0;
  }

  async dismissal(session: string): Promise<Dismissal> {
    const known = this.#script.dismissal;
    if (!known) throw new SessionError("not-found", `There is no session "${session}".`);
    return known;
  }

  async dismiss(session: string, isDismissed: boolean): Promise<Dismissal> {
    this.changes.push({ dismiss: session, isDismissed });
    return { ...(await this.dismissal(session)), isDismissed };
  }

  async running(): Promise<RunState | null> {
    return this.#script.cancelled ?? null;
  }

  async cancel(session: string): Promise<RunState | null> {
    this.changes.push({ cancel: session });
    return this.running();
  }

  async approvals(): Promise<readonly KeptApproval[]> {
    return this.#approvals;
  }

  async grant(session: string, approval: KeptApproval): Promise<void> {
    this.changes.push({ grant: session, approval });
    this.#approvals.push(approval);
  }

  async revoke(session: string, hash: string): Promise<void> {
    this.changes.push({ revoke: session, hash });
    this.#approvals = this.#approvals.filter((one) => one.hash !== hash);
  }

  async warnings(): Promise<readonly Warning[]> {
    return this.#script.warnings ?? [];
  }

  close(): void {
    this.isClosed = true;
  }

  #start(steps: readonly Step[] | Error, consent: Consent | null): StartedRun {
    if (steps instanceof Error) throw steps;
    return playedRun((played) => this.#play(steps, this.#stage(consent, played)), {
      answer: async (request, answer) => {
        this.answers.push({ request, answer });
        this.#wake();
      },
      interrupt: async () => {
        this.interruptCount += 1;
        this.#wake();
      },
    });
  }

  async *#play(steps: readonly Step[], stage: Stage): AsyncGenerator<RestoreEvent> {
    for (const step of steps) {
      const event = typeof step === "function" ? await step(stage) : step;
      if (event !== null) yield event;
    }
  }

  #stage(consent: Consent | null, { signal, ask }: PlayedStage): Stage {
    const answerTo = (id: string) => this.answers.find(({ request }) => request === id)?.answer;
    return {
      consent,
      signal,
      ask,
      ...this.#hands,
      answer: async (id) => {
        await this.#woken(() => answerTo(id) !== undefined);
        return answerTo(id) as Answer;
      },
      interrupted: () => this.#woken(() => this.interruptCount > 0),
    };
  }

  async #woken(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
