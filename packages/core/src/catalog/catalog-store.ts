/**
 * The index behind list, search and usage. It can be deleted at any time: its tables (schema.ts, docs/formats/catalog.md) are made again.
 *
 * - which files there are: rollout-lookup.ts, index/folder-looks.ts; which have changed: index/changes.ts
 * - new bytes to rows: index/refresh.ts, index/write-rows.ts; new files from the start: index/read-whole.ts
 * - how threads share that work: threads.ts; what one does: thread-jobs.ts
 * - a page of rows: query/list.ts; what lists leave out: query/selection.ts; in which order they are: query/row-order.ts
 * - which session a text means: query/find.ts; its row as a value: query/summarise.ts; its id for people: query/short-id.ts
 * - what its state is worked out from: query/session-states.ts, query/session-owners.ts; the state itself: model/session-state.ts
 * - which files a search reads that are not indexed: scan/unindexed-files.ts
 * - what is searched: text/item-text.ts, text/index-text.ts; what is found: text/search.ts, text/match.ts; in which order: text/rank.ts
 * - what usage counts: usage/count-usage.ts, transcript/usage-collector.ts; tokens: agents/<agent>/read/tokens.ts
 * - why a file is not listed: diagnose/diagnose-rollout.ts, diagnose/diagnose-file.ts
 */

import { dirname } from "node:path";
import type { Warning } from "@reprise/model";
import { type Database, DatabaseError, type Databases } from "../host/database/database.ts";
import { checkCatalog, prepareSchema } from "./schema.ts";

/** The catalog's database: on disk, or in memory if the disk cannot be written. */
export class CatalogStore {
  readonly #path: string;
  readonly #databases: Databases;
  readonly #warn: (warning: Warning) => void;
  #database: Database | null = null;

  constructor(path: string, databases: Databases, warn: (warning: Warning) => void) {
    this.#path = path;
    this.#databases = databases;
    this.#warn = warn;
  }

  /** Opened on first use, so that an unused Library creates no file. */
  get database(): Database {
    this.#database ??= this.#open();
    return this.#database;
  }

  /** Rebuilds a broken catalog, or falls back to memory; the caller then starts again. Does nothing if `failed` is no longer in use. */
  recover(error: DatabaseError, failed: Database): void {
    if (failed !== this.#database) return;
    this.close();
    this.#database = error.fault === "corrupt" ? this.#remade(error) : this.#inMemory(error);
  }

  close(): void {
    const database = this.#database;
    this.#database = null;
    try {
      database?.close();
    } catch (error) {
      // A broken database may fail to close; it is not used again.
      if (!(error instanceof DatabaseError)) throw error;
    }
  }

  #open(): Database {
    try {
      return this.#prepared(this.#path);
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      return error.fault === "corrupt" ? this.#remade(error) : this.#inMemory(error);
    }
  }

  #remade(cause: DatabaseError): Database {
    try {
      this.#databases.remove(this.#path);
      const made = this.#prepared(this.#path);
      this.#warn({
        kind: "catalog-unusable",
        path: this.#path,
        detail: `The catalog was not usable (${cause.message}). It is rebuilt; nothing is lost.`,
      });
      return made;
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error;
      const message = `${cause.message}, and it cannot be replaced: ${error.message}`;
      return this.#inMemory(new DatabaseError(error.fault, message, error));
    }
  }

  #inMemory(cause: DatabaseError): Database {
    this.#warn({
      kind: "catalog-not-saved",
      path: this.#path,
      detail: `The catalog cannot be used (${cause.message}). Everything is read from the files instead, which takes longer. ${advice(this.#path)}`,
    });
    return this.#prepared(null);
  }

  #prepared(path: string | null): Database {
    const database = this.#databases.open(path);
    try {
      checkCatalog(database);
      prepareSchema(database);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/** Never suggests removing what may be the user's folder. */
function advice(path: string): string {
  const folder = dirname(path);
  return `Make ${folder} writable, free some space or move what is in the way, then run \`reprise reindex\`; or set REPRISE_CACHE to another folder.`;
}
