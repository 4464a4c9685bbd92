import {
  type Agent,
  type Lineage,
  type ListQuery,
  SessionError,
  type SessionSummary,
  type Warning,
} from "@reprise/model";
import { findRow } from "../catalog/find.ts";
import { type Holders, holdersOf } from "../catalog/holders.ts";
import type { Home, Shelf } from "../catalog/homes.ts";
import { Names } from "../catalog/names.ts";
import { workspacesIn } from "../catalog/scope.ts";
import { type Selection, selectionOf } from "../catalog/selection.ts";
import { sessionColumns, sessionTables, summarise } from "../catalog/summarise.ts";
import type { Database, SqlRow } from "../host/database.ts";
import type { Git } from "../host/git.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/state-folder.ts";
import { lineagePath, readLineages } from "../journal/lineage.ts";

export interface ViewOf {
  readonly database: Database;
  readonly homes: readonly Home[];
  readonly shelf: Shelf;
  readonly host: Host;
  readonly git: Git;
  readonly warn: (warning: Warning) => void;
}

/** The catalog at one moment: every row says what is on disk, and who holds what is asked at most once. */
export class View {
  readonly database: Database;
  readonly shelf: Shelf;
  readonly homes: readonly Home[];
  readonly #of: ViewOf;
  #holders: Holders | null = null;
  #names: Names | null = null;
  #lineages: ReadonlyMap<string, Lineage | null> | null = null;

  constructor(of: ViewOf) {
    this.#of = of;
    this.database = of.database;
    this.shelf = of.shelf;
    this.homes = of.homes;
  }

  selection(query: ListQuery): Selection {
    const { database, homes, host, git } = this.#of;
    const workspaces = workspacesIn(query.scope, database, { files: host.files, git });
    // Who holds what is asked only where it decides.
    const liveIds = query.state ? this.#whoHolds().liveIds : [];
    return selectionOf(query, { homes, workspaces, liveIds });
  }

  /** The row of the session that a text names. */
  find(text: string): SqlRow {
    const { database, homes, host } = this.#of;
    const { id } = findRow(text, { database, homes, names: this.#given(), files: host.files });
    return (
      database.prepare(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE rollout.id = ?`).get(id ?? 0) ??
      {}
    );
  }

  /** Sessions of two homes may share an id; their files differ. */
  findAgain({ id, agent, thread, files }: SessionSummary): SqlRow {
    const where = "agent = ? AND thread = ? AND ifnull(path, key) = ?";
    const statement = this.database.prepare(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE ${where}`);
    return statement.get(agent, thread, files[0]?.path ?? "") ?? this.find(id);
  }

  summary(row: SqlRow): SessionSummary {
    const place = { agent: row.agent as Agent, home: String(row.home), thread: String(row.thread) };
    const holders = this.#whoHolds();
    const summary = summarise(row, this.database, {
      owner: holders.ownerOf(place.agent, place.home, place.thread),
      isLive: holders.liveIds.includes(Number(row.id)),
      givenName: this.#given().of(place),
    });
    const own = this.#told();
    if (!own.has(summary.id)) return summary;
    return { ...summary, source: "reprise", lineage: summary.lineage ?? own.get(summary.id) ?? null };
  }

  /** Sessions that we started, and from what; the agents' own logs do not say. */
  #told(): ReadonlyMap<string, Lineage | null> {
    this.#lineages ??= this.#readLineages();
    return this.#lineages;
  }

  /** A file that cannot be read hides no session. */
  #readLineages(): ReadonlyMap<string, Lineage | null> {
    const { host, warn } = this.#of;
    try {
      return readLineages(stateFolderOf(host), host);
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      warn({ kind: "unreadable", path: lineagePath(stateFolderOf(host)), detail: error.message });
      return new Map();
    }
  }

  #whoHolds(): Holders {
    const { database, homes, host, warn } = this.#of;
    if (!this.#holders) {
      this.#holders = holdersOf(database, homes, host);
      for (const warning of this.#holders.warnings) warn(warning);
    }
    return this.#holders;
  }

  #given(): Names {
    const { database, homes, host, warn } = this.#of;
    if (!this.#names) {
      this.#names = new Names(homes, database, host);
      for (const warning of this.#names.warnings) warn(warning);
    }
    return this.#names;
  }
}
