import type { Pool, PoolClient } from "pg";
import {
  type ByteRange,
  checkedKey,
  type Head,
  inPieces,
  measured,
  missing,
  type ObjectContent,
  type ObjectEntry,
  ObjectError,
  type ObjectStore,
  type ObjectStoreTraits,
} from "./object-store.ts";

const pieceBytes = 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;

/**
 * Small objects in the database of the chats, so that it alone is enough to start. The tables belong to the steps of
 * fleet/migrations.ts. The pool is the caller's.
 */
export class PostgresObjects implements ObjectStore {
  readonly place = "the database";
  readonly #pool: Pool;
  readonly #schema: string;

  constructor(pool: Pool, schema = "reprise") {
    this.#pool = pool;
    this.#schema = schema;
  }

  async put(key: string, content: ObjectContent): Promise<boolean> {
    checkedKey(key);
    if (content.sizeBytes > mostBytes)
      throw new ObjectError(
        "too-large",
        `An object of ${content.sizeBytes} bytes is too large for the database, which takes ${mostBytes}. Start the server with --objects and a folder or a bucket.`,
      );
    return content.sizeBytes <= pieceBytes ? this.#putSmall(key, content) : this.#putLarge(key, content);
  }

  /** In one statement. */
  async #putSmall(key: string, content: ObjectContent): Promise<boolean> {
    const pieces: Uint8Array[] = [];
    for await (const piece of measured(content)) pieces.push(piece);
    const text = `with added as (
        insert into ${this.#schema}.objects (key, size_bytes) values ($1, $2) on conflict (key) do nothing returning id
      ), filled as (
        insert into ${this.#schema}.object_pieces (object, number, bytes) select id, 0, $3 from added where $2 > 0
      )
      select from added`;
    return (await this.#query(text, [key, content.sizeBytes, Buffer.concat(pieces)])).rows.length > 0;
  }

  async #putLarge(key: string, content: ObjectContent): Promise<boolean> {
    const client = await this.#pool.connect();
    try {
      await client.query("begin");
      const isNew = await this.#insert(client, key, content);
      await client.query(isNew ? "commit" : "rollback");
      return isNew;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      throw named(error);
    } finally {
      client.release();
    }
  }

  async #insert(client: PoolClient, key: string, content: ObjectContent): Promise<boolean> {
    const { rows } = await client.query(
      `insert into ${this.#schema}.objects (key, size_bytes) values ($1, $2) on conflict (key) do nothing returning id`,
      [key, content.sizeBytes],
    );
    const id = rows[0]?.id;
    if (id === undefined) return false;
    let number = 0;
    for await (const piece of inPieces(content, pieceBytes)) {
      const text = `insert into ${this.#schema}.object_pieces (object, number, bytes) values ($1, $2, $3)`;
      await client.query(text, [id, number, piece]);
      number += 1;
    }
    return true;
  }

  async *get(key: string, range?: ByteRange): AsyncGenerator<Uint8Array, void, undefined> {
    checkedKey(key);
    const { rows } = await this.#query(`select id, size_bytes from ${this.#schema}.objects where key = $1`, [key]);
    const [found] = rows;
    if (!found) throw missing(key, this.place);
    const start = range?.start ?? 0;
    const end = Math.min(Number(found.size_bytes), range ? range.start + range.length : Number(found.size_bytes));
    for (let number = Math.floor(start / pieceBytes); number * pieceBytes < end; number += 1) {
      const text = `select bytes from ${this.#schema}.object_pieces where object = $1 and number = $2`;
      const piece = (await this.#query(text, [found.id, number])).rows[0]?.bytes as Uint8Array | undefined;
      if (!piece) throw missing(key, this.place); // deleted meanwhile
      const first = number * pieceBytes;
      yield piece.subarray(Math.max(0, start - first), end - first);
    }
  }

  async *list(prefix: string): AsyncGenerator<ObjectEntry, void, undefined> {
    let last = "";
    for (;;) {
      const text = `select key, size_bytes from ${this.#schema}.objects
        where starts_with(key, $1) and key > $2 order by key limit 1000`;
      const { rows } = await this.#query(text, [prefix, last]);
      for (const { key, size_bytes } of rows) yield { key, sizeBytes: Number(size_bytes) };
      if (rows.length < 1000) return;
      last = rows.at(-1)?.key;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#query(`delete from ${this.#schema}.objects where key = $1`, [checkedKey(key)]);
  }

  async readHead(key: string): Promise<Head | null> {
    const text = `select bytes, version from ${this.#schema}.heads where key = $1`;
    const [found] = (await this.#query(text, [checkedKey(key)])).rows;
    return found ? { bytes: found.bytes, tag: String(found.version) } : null;
  }

  async changeHead(key: string, bytes: Uint8Array, before: string | null): Promise<Head | null> {
    const heads = `${this.#schema}.heads`;
    const [changed] =
      before === null
        ? (
            await this.#query(
              `insert into ${heads} (key, bytes, version) values ($1, $2, 1) on conflict do nothing returning version`,
              [checkedKey(key), bytes],
            )
          ).rows
        : (
            await this.#query(
              `update ${heads} set bytes = $2, version = version + 1 where key = $1 and version = $3 returning version`,
              [checkedKey(key), bytes, before],
            )
          ).rows;
    return changed ? { bytes, tag: String(changed.version) } : null;
  }

  async check(): Promise<ObjectStoreTraits> {
    await this.#query(`select 1 from ${this.#schema}.objects limit 1`, []);
    return { comparesHeads: true };
  }

  async close(): Promise<void> {}

  // biome-ignore lint/suspicious/noExplicitAny: rows are what the columns say.
  async #query(text: string, values: readonly unknown[]): Promise<{ rows: any[] }> {
    try {
      return await this.#pool.query(text, [...values]);
    } catch (error) {
      throw named(error);
    }
  }
}

/** Errors of PostgreSQL have five characters; 53 is out of a resource, 57 and 08 a server that is away. */
function named(error: unknown): unknown {
  if (error instanceof ObjectError) return error;
  const { code = "", message } = error as { code?: string; message: string };
  const isPassing = code.startsWith("E") || /^(?:08|53|57)/.test(code) || /connection|terminat/i.test(message);
  return new ObjectError(isPassing ? "unreachable" : "other", `The database cannot keep objects (${message}).`, {
    cause: error,
  });
}
