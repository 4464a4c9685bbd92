/**
 * Chats that many processes share: a database, an engine for queues, and a place for files. Loaded only where it is asked for.
 * For people: docs/decisions/0031-fleet.md, docs/formats/fleet.md.
 *
 * - what a message does: fleet/tenant-chats.ts; whether it is taken: fleet/admission.ts; who sees it: fleet/followed-turns.ts; a process with
 *   its worker: fleet/fleet-chats.ts
 * - who may: fleet/tenants/find-caller.ts, fleet/tenants/scoped-chats.ts, fleet/tenants/quotas.ts; the second wall: fleet/tenants/tables.ts
 * - who runs it: fleet/fleet-worker.ts, over the jobs of fleet/turn-jobs.ts; where: fleet/turn-folder.ts
 * - which turn starts, and under which epoch: fleet/turn-claims.ts; those that no worker ends: fleet/turn-endings.ts
 * - what a worker may write, and when not: fleet/postgres-lease.ts, fleet/event-batches.ts; what is read:
 *   fleet/postgres-chat-store.ts, fleet/rows.ts
 * - who is woken: fleet/notices.ts; tables: fleet/migrations.ts; connections: fleet/database.ts
 * - chats of one machine that move in: fleet/migrate-chats.ts
 * - files: objects/object-store.ts; figures: fleet/figures.ts; traces: traces/turn-traces.ts
 */

import { join } from "node:path";
import type { Host } from "@reprise/core";
import { stateFolderOf } from "@reprise/core/folders";
import type { Library, Owner, Tenants } from "@reprise/model";
import { Database, notOpened, withoutPassword } from "./fleet/database.ts";
import { WorkerCounts } from "./fleet/figures.ts";
import { FleetChats } from "./fleet/fleet-chats.ts";
import { migrateChats } from "./fleet/migrate-chats.ts";
import { migrate } from "./fleet/migrations.ts";
import { Notices } from "./fleet/notices.ts";
import { PostgresChatStore } from "./fleet/postgres-chat-store.ts";
import { PostgresTenants } from "./fleet/tenants/postgres-tenants.ts";
import { leastLeaseSeconds, TurnJobs } from "./fleet/turn-jobs.ts";
import type { ObjectStore } from "./objects/object-store.ts";
import { openObjects } from "./objects/open-objects.ts";
import { PostgresObjects } from "./objects/postgres-objects.ts";
import { agentParts, type ChatLibraryOptions, type ChatsOptions, openChatLibrary } from "./open-chats.ts";
import { tracesIn } from "./traces/traces-in.ts";

export { Database } from "./fleet/database.ts";
export { FleetChats } from "./fleet/fleet-chats.ts";
export { migrate } from "./fleet/migrations.ts";
export { PostgresChatStore } from "./fleet/postgres-chat-store.ts";
export { mostWaiting } from "./fleet/tenant-chats.ts";
export { PostgresTenants } from "./fleet/tenants/postgres-tenants.ts";
export { leastLeaseSeconds } from "./fleet/turn-jobs.ts";
export { FolderObjects } from "./objects/folder-objects.ts";
export * from "./objects/object-store.ts";
export { openObjects } from "./objects/open-objects.ts";
export { PostgresObjects } from "./objects/postgres-objects.ts";

export interface FleetOptions extends ChatsOptions {
  /** `postgres://…` */
  readonly store: string;
  /** `s3://BUCKET/PREFIX` or a folder that all workers see; default: the database. */
  readonly objects?: string | undefined;
  /** How long a worker may be silent before another one takes over its turns. At least ten. */
  readonly leaseSeconds?: number | undefined;
  /** Turns at once in this process. */
  readonly slotCount?: number | undefined;
  readonly tenant?: string | undefined;
  readonly cwd: string;
  readonly onProblem?: ((error: unknown) => void) | undefined;
  /** For tests only: a shorter lease than the engine's least, and no fence. */
  readonly test?: { readonly isUnfenced?: boolean | undefined } | undefined;
}

export interface FleetLibraryOptions
  extends Pick<FleetOptions, "store" | "objects" | "tenant" | "cwd" | "agents">,
    Pick<ChatLibraryOptions, "own" | "onProgress"> {}

/** Rejects with what to do if the database or the place for files cannot be used. */
export async function openFleet(host: Host, options: FleetOptions): Promise<FleetChats> {
  const { store, leaseSeconds = leastLeaseSeconds, slotCount = 8, onProblem = () => undefined } = options;
  const database = new Database(store, slotCount + 4);
  const jobs = new TurnJobs({ url: store, leaseSeconds, onProblem });
  const notices = new Notices(database);
  try {
    await migrate(database).catch((error: unknown) => {
      throw notOpened(error, store);
    });
    const objects = await objectsOf(host, options, database);
    await jobs.start();
    await notices.open();
    const worker: Owner = { pid: host.pid, program: "reprise", terminal: null };
    return new FleetChats({
      // Which server takes a message is chance, and a program with the token of the chats is not the owner of this machine.
      agents: { ...agentParts(host, options), ownSessions: null },
      database,
      jobs,
      notices,
      objects,
      worker,
      leaseSeconds,
      slotCount,
      onProblem,
      counts: new WorkerCounts(),
      traces: await tracesIn(host.env, options.version ?? "0.0.0"),
      tenant: options.tenant ?? "default",
      spool: join(stateFolderOf(host), "fleet", "spool"),
      isUnfenced: options.test?.isUnfenced,
    });
  } catch (error) {
    await Promise.allSettled([notices.close(), jobs.stop(), database.close()]);
    throw error;
  }
}

/** Copies the chats of this machine into a shared store. Starts no worker. */
export async function* openMigration(host: Host, options: Pick<FleetOptions, "store" | "objects" | "tenant" | "cwd">) {
  const { store, tenant = "default" } = options;
  const database = new Database(store, 4);
  try {
    await migrate(database).catch((error: unknown) => {
      throw notOpened(error, store);
    });
    const objects = await objectsOf(host, options, database);
    try {
      yield* migrateChats(host, { database, objects, tenant });
    } finally {
      await objects.close();
    }
  } finally {
    await database.close();
  }
}

/** The chats of a shared store as sessions, read-only. Takes no turns. */
export async function openFleetLibrary(
  host: Host,
  { store: address, tenant = "default", ...options }: FleetLibraryOptions,
): Promise<Library> {
  const database = new Database(address, 8);
  try {
    await migrate(database);
    const objects = await objectsOf(host, options, database);
    const worker: Owner = { pid: host.pid, program: "reprise", terminal: null };
    const spool = join(stateFolderOf(host), "fleet", "spool");
    const parts = { database, objects, tenant, worker, leaseSeconds: leastLeaseSeconds, spool };
    const close = () => void objects.close().then(() => database.close());
    const shared = { store: new PostgresChatStore(parts), name: `${withoutPassword(address)} ${tenant}`, close };
    return openChatLibrary(host, { ...options, shared });
  } catch (error) {
    await database.close();
    throw notOpened(error, address);
  }
}

/** Tenants and tokens of the chats in a database. Starts nothing, and takes no turns. */
export async function openTenants(store: string): Promise<Tenants> {
  const database = new Database(store, 2);
  try {
    await migrate(database);
    return new PostgresTenants(database);
  } catch (error) {
    await database.close();
    throw notOpened(error, store);
  }
}

async function objectsOf(
  host: Host,
  { objects, cwd }: Pick<FleetOptions, "objects" | "cwd">,
  database: Database,
): Promise<ObjectStore> {
  const opened =
    objects === undefined ? new PostgresObjects(database.pool) : await openObjects(objects, { env: host.env, cwd });
  await opened.check();
  return opened;
}
