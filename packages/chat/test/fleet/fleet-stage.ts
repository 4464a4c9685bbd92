import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { builtInAgents, nodeHost } from "@reprise/core";
import { bundleScript, echoAgent, echoProgram, type S3Server, until } from "@reprise/testkit";
import type { PostgresServer } from "@reprise/testkit/postgres";
import {
  Database,
  type FleetChats,
  openFleet,
  openObjects,
  PostgresChatStore,
  PostgresObjects,
} from "../../src/fleet.ts";
import { CutOff } from "./cut-off.ts";
import { emptySandbox } from "./empty-sandbox.ts";

const ownProgram = new URL("worker.ts", import.meta.url);
/** Shorter than the engine takes from users. */
export const leaseSeconds = 3;
const mostTries = 40;

interface Worker {
  readonly child: ChildProcess;
  readonly number: number;
  readonly way: CutOff;
  /** Paused, or parted from the database. */
  awayUntilMs: number;
}

interface StageOptions {
  /** Commits of workers that lost their lease are not refused. */
  readonly isUnfenced?: boolean;
  readonly leaseSeconds?: number;
  /** Turns at once in a worker. */
  readonly slotCount?: number;
  /** Where files are. Default: a folder. */
  readonly objects?: "folder" | "database" | S3Server;
  /** Of the agents that workers start. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A database of its own, worker processes, and one process that only sends. */
export class FleetStage {
  readonly root: string;
  readonly server: PostgresServer;
  readonly store: string;
  readonly sender: FleetChats;
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #workers = new Set<Worker>();
  /** Of workers that nobody ended. */
  readonly crashes: string[] = [];
  #count = 0;

  private constructor(
    parts: Pick<FleetStage, "root" | "server" | "store" | "sender">,
    env: Readonly<Record<string, string | undefined>>,
  ) {
    this.root = parts.root;
    this.server = parts.server;
    this.store = parts.store;
    this.sender = parts.sender;
    this.#env = env;
  }

  static async open(server: PostgresServer, options: StageOptions = {}): Promise<FleetStage> {
    const { isUnfenced = false, slotCount = 4, objects = "folder", leaseSeconds: lease = leaseSeconds } = options;
    const root = mkdtempSync(join(tmpdir(), "fleet-"));
    const store = await server.newDatabase();
    const place =
      objects === "folder" ? join(root, "objects") : objects === "database" ? undefined : "s3://chats/some/prefix";
    const env = {
      ...process.env,
      ...(typeof objects === "string" ? {} : objects.env),
      ...options.env,
      REPRISE_ECHO_BIN: echoProgram,
      FLEET_OBJECTS: place ?? "",
      FLEET_LEASE: String(lease),
      FLEET_SLOTS: String(slotCount),
      FLEET_UNFENCED: isUnfenced ? "1" : "",
    };
    const sender = await openFleet(nodeHost({ ...env, REPRISE_STATE: join(root, "sender") }), {
      store,
      leaseSeconds: lease,
      slotCount: 0,
      cwd: root,
      objects: place,
      agents: [echoAgent, ...builtInAgents],
      sandboxes: [emptySandbox],
    });
    return new FleetStage({ root, server, store, sender }, env);
  }

  /**
   * The state of each is its own, below a path of the same length or not. `program`: of another release. One that ends because the
   * database is away is started again, as whoever runs servers does.
   */
  async start(program = bundleScript(ownProgram)): Promise<Worker> {
    for (let tries = 1; ; tries += 1) {
      this.#count += 1;
      const way = await CutOff.open(this.store);
      const env = { ...this.#env, REPRISE_STATE: join(this.root, `worker-${this.#count}`), FLEET_STORE: way.url };
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
        env,
        stdio: ["pipe", "pipe", "pipe"],
      });
      const worker = { child, number: this.#count, way, awayUntilMs: 0 };
      let said = "";
      child.stderr.on("data", (piece) => {
        said = (said + piece).slice(-2000);
      });
      const exited = once(child, "exit").then(([code]: (number | null)[]) => {
        if (this.#workers.delete(worker)) this.crashes.push(`worker ${worker.number} ended (${code}): ${said}`);
        return false;
      });
      const isReady = await Promise.race([once(child.stdout, "data").then(() => true), exited]);
      if (isReady) {
        this.#workers.add(worker);
        return worker;
      }
      await way.close();
      if (tries === mostTries) throw new Error(`A worker does not start: ${said}`);
      await passed(500);
    }
  }

  async kill(worker: Worker): Promise<void> {
    this.#workers.delete(worker);
    worker.child.kill("SIGKILL");
    worker.child.kill("SIGCONT");
    if (worker.child.exitCode === null && worker.child.signalCode === null) await once(worker.child, "exit");
    await worker.way.close();
  }

  /** Who runs the turn of the chat. */
  async runnerOf(chat: string): Promise<Worker> {
    const [row] = await this.server.query(this.store, `select worker from reprise.chats where chat = '${chat}'`);
    const { pid } = JSON.parse(String(row?.worker)) as { pid: number };
    const found = this.workers.find(({ child }) => child.pid === pid);
    if (!found) throw new Error(`No worker is the process ${pid}.`);
    return found;
  }

  /** Lets it finish what it has. */
  async stop(worker: Worker): Promise<void> {
    this.#workers.delete(worker);
    worker.child.kill("SIGTERM");
    await once(worker.child, "exit");
    await worker.way.close();
  }

  /** Half of all connections end without a word. */
  async cutConnections(): Promise<void> {
    await this.server.query(
      this.store,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and pid % 2 = 0",
    );
  }

  get workers(): readonly Worker[] {
    return [...this.#workers];
  }

  /** One of them could take a turn over now. */
  get hasAbleWorker(): boolean {
    return this.workers.some(({ awayUntilMs }) => awayUntilMs < Date.now());
  }

  /** What is in the tables now, read without the engine. */
  async reading<Value>(read: (store: PostgresChatStore, database: Database) => Promise<Value>): Promise<Value> {
    const database = new Database(this.store, 2);
    const place = this.#env.FLEET_OBJECTS;
    const store = new PostgresChatStore({
      database,
      objects: place
        ? await openObjects(place, { env: this.#env, cwd: this.root })
        : new PostgresObjects(database.pool),
      tenant: "default",
      worker: { pid: 0, program: "reader", terminal: null },
      leaseSeconds,
      spool: join(this.root, "spool"),
    });
    try {
      return await read(store, database);
    } finally {
      await database.close();
    }
  }

  /** Rejects if turns are still open after that time. */
  async settled(timeoutMs: number): Promise<void> {
    const text = "select count(*)::int as open from reprise.turns where ended_at is null";
    const open = async () => (await this.server.query(this.store, text).catch(() => [{ open: -1 }]))[0]?.open;
    await until(async () => (await open()) === 0, { timeoutMs, everyMs: 100, what: "the end of every turn" });
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => this.kill(worker)));
    await this.sender.close();
    rmSync(this.root, { recursive: true, force: true });
  }
}
