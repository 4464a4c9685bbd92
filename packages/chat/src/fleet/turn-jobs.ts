import { PgBoss } from "pg-boss";
import { digest } from "./admission.ts";
import type { Query, Transaction } from "./database.ts";

export interface TurnJob {
  readonly tenant: string;
  readonly chat: string;
  readonly turn: string;
}

const schema = "reprise_jobs";
const queue = "turns";
/** The engine takes no shorter one. */
export const leastLeaseSeconds = 10;
/** Whether a turn is tried again is decided when it is claimed, by its own row: a failed job would block its chat. */
const endless = 2 ** 31 - 1;
const daySeconds = 24 * 60 * 60;

interface JobsParts {
  readonly url: string;
  readonly leaseSeconds: number;
  readonly onProblem: (error: unknown) => void;
}

/**
 * The turns that wait and run, as jobs of pg-boss: in order for each chat, taken back from workers that are silent. Every call
 * is part of a transaction of ours. The engine knows no owner of a job: the epoch of the chat does.
 */
export class TurnJobs {
  readonly #boss: PgBoss;
  readonly #leaseSeconds: number;

  constructor({ url, leaseSeconds, onProblem }: JobsParts) {
    this.#leaseSeconds = leaseSeconds;
    this.#boss = new PgBoss({
      connectionString: url,
      schema,
      max: 3,
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      application_name: "reprise jobs",
    });
    this.#boss.on("error", onProblem);
  }

  async start(): Promise<void> {
    await this.#boss.start();
    await this.#boss.createQueue(queue, {
      policy: "key_strict_fifo",
      retryDelay: 0,
      heartbeatSeconds: Math.max(this.#leaseSeconds, leastLeaseSeconds),
      // Above the longest turn: healthy ones would be taken back too.
      expireInSeconds: daySeconds - 1,
      retentionSeconds: 30 * daySeconds,
      deleteAfterSeconds: 60 * 60,
    });
  }

  /** `startAfter`: a time, or a number of seconds. */
  async send({ query, engine }: Transaction, job: TurnJob, startAfter?: Date | number): Promise<void> {
    await this.#boss.send(queue, job, {
      id: job.turn,
      singletonKey: digest(JSON.stringify([job.tenant, job.chat])),
      heartbeatSeconds: Math.max(this.#leaseSeconds, leastLeaseSeconds),
      retryLimit: endless,
      ...(startAfter === undefined ? {} : { startAfter }),
      db: engine,
    });
    // Only tests wait for less.
    if (this.#leaseSeconds < leastLeaseSeconds)
      await query(`update ${schema}.job set heartbeat_seconds = $2 where id = $1`, [job.turn, this.#leaseSeconds]);
    await query("select pg_notify('reprise_turns', '')");
  }

  /** Behind all that wait in its chat. */
  async sendAgain(transaction: Transaction, job: TurnJob, startAfter?: Date | number): Promise<void> {
    await this.remove(transaction, job.turn);
    await this.send(transaction, job, startAfter);
  }

  /** The next turns of chats that have none running, each of another chat. */
  async fetch({ engine }: Transaction, most: number): Promise<readonly TurnJob[]> {
    return (await this.#boss.fetch<TurnJob>(queue, { batchSize: most, db: engine })).map(({ data }) => data);
  }

  /** Turns whose workers were lost start before those that wait: somebody has seen them begin. */
  async hasten(query: Query): Promise<void> {
    await query.query(`update ${schema}.job set priority = 1 where name = $1 and state = 'retry' and priority = 0`, [
      queue,
    ]);
  }

  /** False: it is nobody's any more. */
  async touch({ engine }: Transaction, turn: string): Promise<boolean> {
    return affectedBy(await this.#boss.touch(queue, turn, { db: engine })) === 1;
  }

  async complete({ engine }: Transaction, turn: string): Promise<boolean> {
    return affectedBy(await this.#boss.complete(queue, turn, null, { db: engine })) === 1;
  }

  /** Whatever its state: the next turn of the chat may start. */
  async remove({ engine }: Transaction, turn: string): Promise<void> {
    await this.#boss.deleteJob(queue, turn, { db: engine });
  }

  /** SQL for the job of a turn that waits or runs. Those of the first release fail after some retries. */
  presentJob(turn: string): string {
    return `select from ${schema}.job j where j.name = '${queue}' and j.id = ${turn} and j.state in ('created', 'retry', 'active')`;
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: true });
  }
}

function affectedBy(response: unknown): number {
  return (response as { affected?: number }).affected ?? 0;
}
