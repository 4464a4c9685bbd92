import { SessionError } from "@reprise/model";
import pg from "pg";

export interface Query {
  // biome-ignore lint/suspicious/noExplicitAny: rows are what the columns say.
  query(text: string, values?: unknown[]): Promise<{ rows: any[]; rowCount: number | null }>;
}

/** What the engine takes to work within a transaction of ours: as the owner of the tables, also in a transaction of a tenant. */
export interface EngineTransaction {
  // biome-ignore lint/suspicious/noExplicitAny: as the engine declares it.
  executeSql(text: string, values?: unknown[]): Promise<{ rows: any[] }>;
}

export interface Transaction extends Query {
  readonly engine: EngineTransaction;
}

const mostTries = 5;

/** The database of a fleet: a pool whose broken connections harm nobody but their own query. */
export class Database {
  readonly pool: pg.Pool;
  readonly #url: string;
  /** Of a tenant; null: the owner of the tables. */
  readonly #role: string | null;

  constructor(url: string, connections: number | { readonly pool: pg.Pool; readonly role: string }) {
    this.#url = url;
    this.#role = typeof connections === "number" ? null : connections.role;
    if (typeof connections !== "number") {
      this.pool = connections.pool;
      return;
    }
    this.pool = new pg.Pool({
      connectionString: url,
      max: connections,
      application_name: "reprise",
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 30_000,
    });
    this.pool.on("error", () => undefined);
    // A client that is in use when the server goes away says so on itself too.
    this.pool.on("connect", (client) => client.on("error", () => undefined));
  }

  /** The same for a tenant: the rows of others are not there, whatever a query says. */
  as(role: string): Database {
    if (!/^[a-z0-9_]+$/.test(role)) throw new TypeError(`${role} is no role of a tenant.`);
    return new Database(this.#url, { pool: this.pool, role });
  }

  // biome-ignore lint/suspicious/noExplicitAny: rows are what the columns say.
  query(text: string, values: unknown[] = []): Promise<{ rows: any[]; rowCount: number | null }> {
    if (this.#role === null) return this.pool.query(text, values);
    return this.transaction(({ query }) => query(text, values));
  }

  /**
   * Rolls back if `work` throws; repeats it if others were in its way. A lost connection leaves it open whether the commit was
   * carried out.
   */
  async transaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#tried(work);
      } catch (error) {
        if (tries === mostTries || !isConflict(error)) throw error;
      }
    }
  }

  async #tried<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value> {
    const client = await this.pool.connect();
    let broken: unknown = null;
    try {
      const role = this.#role;
      const become = role === null ? "" : `set local role ${role}`;
      await client.query(`begin; ${become}`);
      const asOwner = async (text: string, values?: unknown[]) => {
        if (role === null) return client.query(text, values);
        await client.query("set local role none");
        const answer = await client.query(text, values);
        await client.query(become);
        return answer;
      };
      const value = await work({
        query: (text, values) => client.query(text, values),
        engine: { executeSql: asOwner },
      });
      await client.query("commit");
      return value;
    } catch (error) {
      await client.query("rollback").catch((problem) => {
        broken = problem;
      });
      throw error;
    } finally {
      client.release(broken !== null);
    }
  }

  /** A connection of its own, for notifications. The caller ends it. */
  async listener(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "reprise listener",
      keepAlive: true,
    });
    client.on("error", () => undefined);
    await client.connect();
    return client;
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

/** A deadlock, which the server ended by refusing one of the transactions. */
function isConflict(error: unknown): boolean {
  return error instanceof Error && ["40P01", "40001"].includes((error as { code?: string }).code ?? "");
}

/** The server is away or restarting, or ended the connection: trying again is right. */
export function isConnectionProblem(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = "" } = error as { code?: string };
  return /^(?:08|53|57P)|^E[A-Z]+$/.test(code) || /connection|terminated|timeout/i.test(error.message);
}

/** Repeats what met a lost connection, for that long. `work` must bear being repeated. */
export async function persistently<Value>(work: () => Promise<Value>, patienceMs: number): Promise<Value> {
  const deadline = performance.now() + patienceMs;
  for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 1000)) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectionProblem(error) || performance.now() + waitMs > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Why a fleet cannot start, in one sentence; the address without its password. */
export function notOpened(error: unknown, url: string): SessionError {
  if (error instanceof SessionError) return error;
  const why = error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
  return new SessionError(
    "unreadable",
    `The database ${withoutPassword(url)} cannot be used (${why}). Check its address, and that it runs and may create schemas.`,
    { cause: error },
  );
}

export function withoutPassword(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url);
    return `postgres://${hostname}${port && `:${port}`}${pathname}`;
  } catch {
    return "of --store";
  }
}
