import type {
  Agent,
  Consent,
  Controls,
  Failure,
  KeptApproval,
  Offer,
  RestoreEvent,
  RestorePlan,
  RunEvent,
  RunId,
  Runner,
  RunScope,
  RunState,
  RunWish,
  Scope,
  StatusRow,
  Warning,
  Wish,
} from "@reprise/model";
import { noSettings, SessionError, sessionIdOf } from "@reprise/model";
import { type AgentDriver, DriverError } from "../agents/driver.ts";
import type { Host } from "../host/host.ts";
import { findRuns, isOffered } from "../journal/discover.ts";
import type { FileLibrary, RecordedSession } from "../library/file-library.ts";
import { gather, turnsLookedAt } from "../restore/gather.ts";
import { planResume, planWithoutLog } from "../restore/plan.ts";
import { carryOutResume, turn } from "../restore/resume.ts";
import { historyOf, type ThreadHistory } from "../runs/history.ts";
import { LiveRun } from "../runs/live-run.ts";
import { openRun, type RunOrder, type RunPlace } from "../runs/open-run.ts";
import { addReply, isDeclined, readReplies } from "../runs/replies.ts";
import { projectOf } from "../workspace/project.ts";
import { statusRows } from "./status.ts";

export interface FileRunnerOptions {
  readonly place: RunPlace;
  readonly library: FileLibrary;
  readonly driverOf: (agent: Agent) => AgentDriver | null;
}

/** Runs on this machine, journalled below the state folder. */
export class FileRunner implements Runner {
  readonly #place: RunPlace;
  readonly #library: FileLibrary;
  readonly #driverOf: FileRunnerOptions["driverOf"];
  readonly #warnings: Warning[] = [];

  constructor({ place, library, driverOf }: FileRunnerOptions) {
    this.#place = place;
    this.#library = library;
    this.#driverOf = driverOf;
  }

  get #host(): Host {
    return this.#place.host;
  }

  async *run(
    wish: RunWish,
    onControls: (controls: Controls) => void,
    signal: AbortSignal,
  ): AsyncGenerator<RunEvent> {
    const run = await openRun(this.#newOrder(wish), this.#place, signal).catch(unlessRefused);
    if (!(run instanceof LiveRun)) {
      yield { type: "run-ended", status: "failed", failure: run };
      return;
    }
    onControls(controlsOf(run, this.#place));
    try {
      yield { type: "run-started", run: run.id, agent: wish.agent, settings: run.thread.settings };
      if (run.thread.thread !== null) yield { type: "thread", thread: run.thread.thread, isPersisted: false };
      yield* turn(run, { id: this.#place.newId(), text: wish.prompt }, signal);
    } finally {
      await run.close();
    }
    yield { type: "run-ended", status: await run.close(), failure: run.journal.state?.failure ?? null };
  }

  async offer(cwd: string): Promise<Offer | null> {
    const replies = readReplies(this.#place.stateFolder, this.#host);
    const runs = await this.#runs(this.#scopeOf(cwd));
    const [latest] = runs;
    // A later run that came to its end has taken over.
    if (!latest?.thread || !isOffered(latest) || isDeclined(replies, latest.run)) return null;
    const { run, agent, thread, startedAt, status } = latest;
    return { run, agent, startedAt, status, session: sessionIdOf(agent, thread) };
  }

  async decline(run: RunId): Promise<void> {
    addReply(this.#place.stateFolder, { type: "offer-declined", run }, this.#host);
  }

  async plan(session: string, wish: Wish): Promise<RestorePlan> {
    const recorded = await this.#library.recorded(session).catch(unlessNotFound);
    if (!recorded) return this.#planWithoutLog(session, wish);
    return planResume(await this.#evidence(recorded, await this.#history(recorded)), wish);
  }

  async *restore(
    plan: RestorePlan,
    consent: Consent,
    onControls: (controls: Controls) => void,
    signal: AbortSignal,
  ): AsyncGenerator<RestoreEvent> {
    if (plan.mode !== "resume") {
      yield plan.owner ? { type: "busy", owner: plan.owner } : { type: "refused", plan };
      return;
    }
    const recorded = await this.#library.recorded(plan.session);
    const history = await this.#history(recorded);
    const events = carryOutResume(plan, {
      order: this.#resumeOrder(plan, recorded, history, consent),
      place: this.#place,
      consent,
      tools: history.tools,
      onRun: (run) => onControls(controlsOf(run, this.#place)),
      signal,
    });
    for await (const event of events) {
      // The agent itself may refuse without saying who has it.
      yield event.type === "busy" && !event.owner ? { ...event, owner: await this.#ownerOf(plan) } : event;
    }
  }

  async status(scope: Scope): Promise<readonly StatusRow[]> {
    return statusRows(scope, { library: this.#library, runs: await this.#runs(), host: this.#host });
  }

  async cancel(session: string): Promise<RunState | null> {
    const { session: found } = await this.#library.recorded(session);
    const runs = await this.#runs();
    const live = runs.find(
      (run) => run.agent === found.agent && run.thread === found.thread && run.status === "running",
    );
    if (!live?.process) return null;
    this.#host.processes.interrupt(live.process.pid);
    return live;
  }

  async approvals(session: string): Promise<readonly KeptApproval[]> {
    const recorded = await this.#library.recorded(session);
    return (await this.#evidence(recorded, await this.#history(recorded))).approvals;
  }

  async grant(session: string, { hash, subject }: KeptApproval): Promise<void> {
    const { session: found } = await this.#library.recorded(session);
    addReply(
      this.#place.stateFolder,
      { type: "approval-kept", session: found.id, hash, subject, run: "" as RunId },
      this.#host,
    );
  }

  async revoke(session: string, hash: string): Promise<void> {
    const { session: found } = await this.#library.recorded(session);
    addReply(this.#place.stateFolder, { type: "approval-revoked", session: found.id, hash }, this.#host);
  }

  warnings(): readonly Warning[] {
    return [...this.#warnings.splice(0), ...this.#library.warnings()];
  }

  close(): void {
    this.#library.close();
  }

  async #ownerOf(plan: RestorePlan) {
    return (await this.#library.recorded(plan.session)).session.owner;
  }

  /** Killed before the agent had written anything: only our journal knows of it, and holds the prompt. */
  async #planWithoutLog(session: string, wish: Wish): Promise<RestorePlan> {
    const runs = await this.#runs();
    const run = runs.find(
      ({ run: id, agent, thread }) =>
        id === session || (thread !== null && sessionIdOf(agent, thread) === session),
    );
    if (!run?.thread)
      throw new SessionError(
        "not-found",
        `No session is called ${session}. \`reprise list --all\` shows what there is.`,
      );
    const history = await historyOf(run.agent, run.thread, runs, this.#host);
    return planWithoutLog(run, history, wish);
  }

  async #runs(scope?: RunScope): Promise<readonly RunState[]> {
    const { runs, warnings } = await findRuns(this.#place.stateFolder, this.#host, scope);
    this.#warnings.push(...warnings);
    return runs;
  }

  async #history({ session }: RecordedSession): Promise<ThreadHistory> {
    return historyOf(session.agent, session.thread, await this.#runs(), this.#host);
  }

  async #evidence({ session, about }: RecordedSession, history: ThreadHistory) {
    const last = await this.#library.read(session, { last: turnsLookedAt });
    const replies = readReplies(this.#place.stateFolder, this.#host);
    return gather(
      { session, about, history, replies, driver: this.#driverOf(session.agent), last },
      this.#host,
    );
  }

  #scopeOf(cwd: string): RunScope {
    return { kind: "workspace", root: projectOf(cwd, this.#host.files).roots[0] ?? cwd };
  }

  #newOrder({ agent, cwd, settings, canAnswer }: RunWish): RunOrder {
    return {
      agent,
      scope: this.#scopeOf(cwd),
      workspace: cwd,
      home: null,
      settings: { ...noSettings, ...settings, cwd },
      kept: new Map(),
      whenAsked: canAnswer ? "ask" : "decline",
      lineage: null,
      resume: null,
    };
  }

  #resumeOrder(
    plan: RestorePlan,
    { session, home }: RecordedSession,
    history: ThreadHistory,
    consent: Consent,
  ): RunOrder {
    const cwd = plan.settings.cwd ?? session.workspace ?? this.#host.homeFolder;
    const kept = consent.reappliesApprovals ? plan.approvals : [];
    return {
      agent: session.agent,
      scope: history.latest?.scope ?? this.#scopeOf(cwd),
      workspace: session.workspace,
      home,
      settings: plan.settings,
      kept: new Map(kept.map(({ hash }) => [hash, "session"] as const)),
      whenAsked: consent.canAnswer ? "ask" : "decline",
      lineage: null,
      resume: { thread: session.thread, earlier: history.latest },
    };
  }
}

/** An agent that could not be started is an outcome, and is in the journal. */
function unlessRefused(error: unknown): Failure {
  if (error instanceof DriverError) return error.failure;
  throw error;
}

function unlessNotFound(error: unknown): null {
  if (error instanceof SessionError && error.code === "not-found") return null;
  throw error;
}

function controlsOf(run: LiveRun, place: RunPlace): Controls {
  return {
    answer: (request, answer) => run.answer(request, answer),
    steer: (text) => run.steer({ id: place.newId(), text }),
    interrupt: () => run.interrupt(),
  };
}
