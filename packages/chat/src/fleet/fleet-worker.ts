import { type Owner, SessionError } from "@reprise/model";
import type { ObjectStore } from "../objects/object-store.ts";
import type { Lease } from "../store/chat-store.ts";
import { type TurnTraces, tracedLease } from "../traces/turn-traces.ts";
import { carryOutTurn, type TurnInProgress } from "../turn/carry-out-turn.ts";
import { type AgentParts, setupFor } from "../turn/requested-turn.ts";
import type { Database } from "./database.ts";
import type { WorkerCounts } from "./figures.ts";
import type { Notices } from "./notices.ts";
import { PostgresChatStore } from "./postgres-chat-store.ts";
import { PostgresLease } from "./postgres-lease.ts";
import { RunningTurn } from "./running-turn.ts";
import { type Claimed, claimTurns } from "./turn-claims.ts";
import { failed, queueLost } from "./turn-endings.ts";
import { turnFolder } from "./turn-folder.ts";
import type { TurnJobs } from "./turn-jobs.ts";

export interface WorkerParts {
  readonly agents: AgentParts;
  readonly database: Database;
  readonly jobs: TurnJobs;
  readonly notices: Notices;
  readonly objects: ObjectStore;
  readonly worker: Owner;
  readonly leaseSeconds: number;
  readonly spool: string;
  /** Turns at once. */
  readonly slotCount: number;
  readonly onProblem: (error: unknown) => void;
  readonly counts: WorkerCounts;
  /** Null: nobody is told how turns went. */
  readonly traces: TurnTraces | null;
  /** For tests of the tests: commits of a worker that lost its lease are not refused. */
  readonly isUnfenced?: boolean | undefined;
}

const pollMs = 1000;
/** What a turn is told of those before it. */
const recentTurns = 10;
/** Between looks for turns without a job. */
const lostMs = 10_000;

/** Takes turns of any chat as long as it has room, and carries them out. */
export class FleetWorker {
  readonly #parts: WorkerParts;
  readonly #running = new Map<string, { readonly turn: RunningTurn; readonly ended: Promise<void> }>();
  #isClosed = false;
  #isPolling = false;
  #isPumping = false;
  #isWanted = false;
  #timers: readonly NodeJS.Timeout[] = [];
  #unlisten = () => {};

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  start(): void {
    const { database, jobs, notices } = this.#parts;
    const queueLostOnes = () => this.#tried(() => queueLost(database, jobs));
    this.#unlisten = notices.on("reprise_turns", "", () => void this.#pump());
    this.#timers = [setInterval(() => void this.#poll(), pollMs), setInterval(() => void queueLostOnes(), lostMs)];
    void this.#poll();
    void queueLostOnes();
  }

  /** Takes no more turns, waits that long for those that run, then parks them. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#unlisten();
    for (const timer of this.#timers) clearInterval(timer);
    const all = () => Promise.all([...this.#running.values()].map(({ ended }) => ended));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([all(), grace]);
    clearTimeout(timer);
    for (const { turn } of this.#running.values()) turn.stop("shutdown");
    await all();
  }

  async #poll(): Promise<void> {
    const { database, jobs } = this.#parts;
    // A database that is cut off answers no query, and gets one more connection for each.
    if (this.#isPolling) return;
    this.#isPolling = true;
    await this.#tried(() => jobs.hasten(database));
    this.#isPolling = false;
    await this.#pump();
  }

  async #pump(): Promise<void> {
    this.#isWanted = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    await this.#tried(async () => {
      while (this.#isWanted) {
        this.#isWanted = false;
        for (let isAll = false; !isAll; ) isAll = await this.#take();
      }
    });
    this.#isPumping = false;
  }

  /** As many as there is room for. True: there is nothing else to take now. */
  async #take(): Promise<boolean> {
    const { database, slotCount, counts, onProblem } = this.#parts;
    const most = slotCount - this.#running.size;
    if (this.#isClosed || most <= 0) return true;
    const { claimed, givenUp, isAll } = await database.transaction((transaction) =>
      claimTurns(transaction, this.#parts, most),
    );
    for (const one of claimed) this.#carryOut(one);
    counts.givenUpCount += givenUp.length;
    for (const why of givenUp) onProblem(new Error(why));
    return isAll;
  }

  #carryOut(claimed: Claimed): void {
    const { jobs, notices } = this.#parts;
    const { tenant, chat, turn: id, epoch } = claimed;
    const turn = new RunningTurn(id, claimed.lastNumber);
    const lease = new PostgresLease({
      ...this.#parts,
      tenant,
      chat,
      turn: id,
      epoch,
      job: {
        beat: (transaction) => jobs.touch(transaction, id),
        end: (transaction) => jobs.complete(transaction, id),
      },
      onLost: () => {
        this.#parts.counts.lostLeaseCount += 1;
        turn.stop("lost");
      },
      onCancelled: () => turn.stop("cancel"),
    });
    if (claimed.attempt > 1) this.#parts.counts.takeoverCount += 1;
    lease.beatRegularly();
    const unlisten = notices.on("reprise_cancels", id, () => void lease.look());
    const ended = this.#run(claimed, turn, lease)
      .catch(this.#parts.onProblem)
      .finally(() => {
        unlisten();
        lease.abandon();
        this.#running.delete(id);
        void this.#pump();
      });
    this.#running.set(id, { turn, ended });
  }

  async #run(claimed: Claimed, turn: RunningTurn, own: PostgresLease): Promise<void> {
    const { tenant, chat: id, request } = claimed;
    const { agents, worker, traces } = this.#parts;
    let lease: Lease = own;
    const store = new PostgresChatStore({ ...this.#parts, tenant });
    try {
      const chat = await store.read(id, recentTurns);
      if (chat === null) throw new SessionError("unreadable", `The chat ${id} cannot be read.`);
      const { agent, provider } = await setupFor(request, chat, agents);
      const about = { id: turn.id, attempt: claimed.attempt, waitedMs: claimed.waitedMs, model: request.model ?? null };
      const named = { name: agent.agent, title: agent.title, vendor: agent.vendor ?? null };
      const trace = traces?.begin({ ...about, agent: named, conversation: chat.state?.session ?? null });
      if (trace !== undefined) lease = tracedLease(own, trace);
      const folder = turnFolder(agents, tenant, id, worker);
      try {
        await carryOutTurn({
          agents,
          store,
          lease,
          chat,
          turn,
          request,
          agent,
          provider,
          folder: folder.path,
          isAsAsked: true,
        });
      } finally {
        folder.release();
      }
    } catch (error) {
      await refused(turn, lease, error);
    }
  }

  /** What fails now is tried again by the clock. */
  async #tried(work: () => Promise<unknown>): Promise<void> {
    if (this.#isClosed) return;
    await work().catch((error: unknown) => {
      if (!this.#isClosed) this.#parts.onProblem(error);
    });
  }
}

/** What this worker cannot carry out ends with the reason. */
async function refused(turn: TurnInProgress, lease: Lease, problem: unknown): Promise<void> {
  const message = problem instanceof Error ? problem.message : String(problem);
  const error = { code: "sandbox", message } as const;
  await lease.append([turn.add({ type: "error", ...error })]);
  await lease.end({ result: failed, number: turn.nextNumber, error, state: null });
}
