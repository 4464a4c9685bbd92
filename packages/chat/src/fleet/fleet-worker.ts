import {
  type AgentParts,
  carryOutTurn,
  inputOf,
  type Lease,
  type StoredChat,
  setupFor,
  type TurnInProgress,
} from "@reprise/core/chat";
import {
  type ChatErrorCode,
  type ChatEvent,
  type ChatRequest,
  type ChatResult,
  type Owner,
  SessionError,
} from "@reprise/model";
import type { ObjectStore } from "../objects/object-store.ts";
import { lockedChat } from "./admission.ts";
import type { Database, Transaction } from "./database.ts";
import type { Notices } from "./notices.ts";
import { PostgresChatStore } from "./postgres-chat-store.ts";
import { insertEvents, PostgresLease } from "./postgres-lease.ts";
import { RunningTurn } from "./running-turn.ts";
import { turnFolder } from "./turn-folder.ts";
import type { FetchedJob, TurnJobs } from "./turn-jobs.ts";

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
  /** For tests of the tests: commits of a worker that lost its lease are not refused. */
  readonly isUnfenced?: boolean | undefined;
}

interface Claimed extends FetchedJob {
  readonly epoch: string;
  readonly request: ChatRequest;
  /** Of its events; those of an earlier attempt count. */
  readonly lastNumber: number;
}

const pollMs = 1000;
const failed: ChatResult = { type: "result", status: "failed", usage: null, resets_at: null };

/** Takes turns of any chat as long as it has room, and carries them out. */
export class FleetWorker {
  readonly #parts: WorkerParts;
  readonly #running = new Map<string, { readonly turn: RunningTurn; readonly ended: Promise<void> }>();
  #isClosed = false;
  #isPumping = false;
  #isWanted = false;
  #poll: NodeJS.Timeout | null = null;
  #unlisten = () => {};

  constructor(parts: WorkerParts) {
    this.#parts = parts;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  start(): void {
    this.#unlisten = this.#parts.notices.on("reprise_turns", "", () => void this.#pump());
    this.#poll = setInterval(() => {
      void this.#pump();
      void this.#sweep();
    }, pollMs);
    void this.#pump();
  }

  /** Takes no more turns, waits that long for those that run, then parks them. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    this.#unlisten();
    if (this.#poll) clearInterval(this.#poll);
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

  async #pump(): Promise<void> {
    this.#isWanted = true;
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        while (!this.#isClosed && this.#running.size < this.#parts.slotCount) {
          const claimed = await this.#parts.database.transaction((transaction) => this.#claim(transaction));
          if (claimed === null) break;
          if (claimed !== "next") this.#carryOut(claimed);
        }
      }
    } catch (error) {
      // The poll tries again.
      if (!this.#isClosed) this.#parts.onProblem(error);
    } finally {
      this.#isPumping = false;
    }
  }

  /** The job and the epoch are taken together or not at all. */
  async #claim(transaction: Transaction): Promise<Claimed | "next" | null> {
    const { jobs, worker, leaseSeconds } = this.#parts;
    const job = await jobs.fetch(transaction);
    if (job === null) return null;
    const { tenant, chat, turn } = job;
    const before = await lockedChat(transaction, tenant, chat);
    const { rows } = await transaction.query(
      "select request, attempt, is_cancelled from reprise.turns where tenant = $1 and turn = $2 and ended_at is null for update",
      [tenant, turn],
    );
    const [row] = rows;
    if (before === null || row === undefined || row.request === null) {
      await jobs.complete(transaction, turn);
      return "next";
    }
    const request = JSON.parse(row.request) as ChatRequest;
    const isParked = request.queue === true && row.attempt === 0 && Number(before.parked_until ?? 0) > Date.now();
    if (isParked && before.parked_until !== null) {
      // All that wait come by here, one after another, so they stay in order.
      await jobs.remove(transaction, turn);
      await jobs.send(transaction, job, before.parked_until);
      return "next";
    }
    const { epoch } = (
      await transaction.query(
        `update reprise.chats set epoch = epoch + 1, worker = $3, leased_until = now() + make_interval(secs => $4)
         where tenant = $1 and chat = $2 returning epoch`,
        [tenant, chat, JSON.stringify(worker), leaseSeconds],
      )
    ).rows[0];
    await transaction.query(
      `update reprise.turns set status = 'running', epoch = $3, attempt = attempt + 1, started_at = coalesce(started_at, now())
       where tenant = $1 and turn = $2`,
      [tenant, turn, epoch],
    );
    const last = (
      await transaction.query(
        "select coalesce(max(number), 0) as last from reprise.events where tenant = $1 and turn = $2",
        [tenant, turn],
      )
    ).rows[0].last as number;
    if (row.is_cancelled) {
      await endTurn(transaction, job, { last, error: null, result: { ...failed, status: "cancelled" } });
      await jobs.complete(transaction, turn);
      return "next";
    }
    if (row.attempt > 0) {
      const message = "The worker that ran this turn was lost. It starts again: what it said so far no longer counts.";
      const event = { type: "attempt", number: row.attempt + 1, message } as const;
      await insertEvents(transaction.query, tenant, turn, [{ number: last + 1, event }]);
    }
    await transaction.query("select pg_notify('reprise_events', $1)", [turn]);
    return { ...job, epoch, request, lastNumber: row.attempt > 0 ? last + 1 : last };
  }

  #carryOut(claimed: Claimed): void {
    const { jobs, leaseSeconds, isUnfenced } = this.#parts;
    const turn = new RunningTurn(claimed.turn, claimed.lastNumber);
    const lease = new PostgresLease({
      ...this.#parts,
      tenant: claimed.tenant,
      chat: claimed.chat,
      turn: claimed.turn,
      epoch: claimed.epoch,
      leaseSeconds,
      isUnfenced,
      job: {
        beat: (transaction) => jobs.touch(transaction, claimed.turn),
        end: (transaction) => jobs.complete(transaction, claimed.turn),
      },
      onLost: () => turn.stop("lost"),
      onCancelled: () => turn.stop("cancel"),
    });
    lease.beatRegularly();
    const unlisten = this.#parts.notices.on("reprise_cancels", claimed.turn, () => turn.stop("cancel"));
    const ended = this.#run(claimed, turn, lease)
      .catch(this.#parts.onProblem)
      .finally(() => {
        unlisten();
        lease.abandon();
        this.#running.delete(claimed.turn);
        void this.#pump();
      });
    this.#running.set(claimed.turn, { turn, ended });
  }

  async #run({ tenant, chat: id, request }: Claimed, turn: RunningTurn, lease: PostgresLease): Promise<void> {
    const { agents, worker } = this.#parts;
    const store = new PostgresChatStore({ ...this.#parts, tenant });
    let chat: StoredChat | null = null;
    try {
      chat = await store.read(id);
      if (chat === null) throw new SessionError("unreadable", `The chat ${id} cannot be read.`);
      const { agent, provider } = await setupFor(request, chat, agents);
      const folder = turnFolder(agents, tenant, id, worker);
      try {
        await carryOutTurn({
          host: agents.host,
          store,
          lease,
          chat,
          turn,
          agent,
          provider,
          limits: agents.limits,
          appVersion: agents.appVersion,
          isAsAsked: true,
          ownSessions: agents.ownSessions,
          program: provider.isLocal ? agents.programOf(agent.agent) : undefined,
          input: inputOf(request),
          permissions: request.permissions ?? chat.setup.permissions,
          folder: folder.path,
        });
      } finally {
        folder.release();
      }
    } catch (error) {
      await refused(turn, lease, error);
    }
  }

  /** A turn whose workers crash again and again must not hold up its chat. */
  async #sweep(): Promise<void> {
    const { database, jobs, onProblem } = this.#parts;
    try {
      while (!this.#isClosed && (await database.transaction((transaction) => this.#bury(transaction, jobs))));
    } catch (error) {
      if (!this.#isClosed) onProblem(error);
    }
  }

  async #bury(transaction: Transaction, jobs: TurnJobs): Promise<boolean> {
    const dead = await jobs.fetchDead(transaction);
    if (dead === null) return false;
    const { tenant, chat, turn, id } = dead;
    await transaction.query(
      "update reprise.chats set epoch = epoch + 1, worker = null where tenant = $1 and chat = $2",
      [tenant, chat],
    );
    const { rows } = await transaction.query(
      `select attempt, (select coalesce(max(number), 0) from reprise.events e where e.tenant = t.tenant and e.turn = t.turn) as last
       from reprise.turns t where tenant = $1 and turn = $2 and ended_at is null`,
      [tenant, turn],
    );
    const [open] = rows;
    if (open !== undefined) {
      const message = `${open.attempt} workers that ran this turn were lost, so it is not tried again. The chat stays as it was before it. Look into their output for the reason.`;
      const error = { code: "interrupted", message } as const;
      await endTurn(transaction, dead, { last: open.last, error, result: failed });
      this.#parts.onProblem(new Error(`The turn ${turn} of the chat ${chat} was given up: ${message}`));
    }
    await jobs.remove(transaction, turn);
    await jobs.completeDead(transaction, id);
    return true;
  }
}

interface Ending {
  /** Number of its last event. */
  readonly last: number;
  readonly error: { readonly code: ChatErrorCode; readonly message: string } | null;
  readonly result: ChatResult;
}

/** The end of a turn that no worker runs. Its job is the caller's. */
export async function endTurn(
  { query }: Transaction,
  { tenant, turn }: { readonly tenant: string; readonly turn: string },
  { last, error, result }: Ending,
): Promise<void> {
  const events: ChatEvent[] = error ? [{ type: "error", ...error }, result] : [result];
  await insertEvents(
    query,
    tenant,
    turn,
    events.map((event, index) => ({ number: last + 1 + index, event })),
  );
  await query(
    `update reprise.turns set status = $3, error = $4, result = $5, request = null, ended_at = now()
     where tenant = $1 and turn = $2`,
    [tenant, turn, result.status, error && JSON.stringify(error), JSON.stringify(result)],
  );
  await query("select pg_notify('reprise_events', $1), pg_notify('reprise_turns', '')", [turn]);
}

/** What this worker cannot carry out ends with the reason. */
async function refused(turn: TurnInProgress, lease: Lease, problem: unknown): Promise<void> {
  const message = problem instanceof Error ? problem.message : String(problem);
  const error = { code: "sandbox", message } as const;
  await lease.append([turn.add({ type: "error", ...error })]);
  await lease.end({ result: failed, number: turn.nextNumber, error, state: null });
}
