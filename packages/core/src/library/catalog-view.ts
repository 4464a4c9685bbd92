import {
  type Agent,
  asThreadId,
  isOfAnother,
  type Lineage,
  type ListQuery,
  ownTitle,
  SessionError,
  type SessionPlace,
  type SessionSummary,
  sessionIdOf,
  type Warning,
} from "@reprise/model";
import type { AnnotationIndex, AnnotationReader } from "../annotations/annotation-reader.ts";
import { annotatedRows } from "../catalog/query/annotated-rows.ts";
import { findRow } from "../catalog/query/find.ts";
import { workspacesIn } from "../catalog/query/scope.ts";
import { type Selection, selectionOf } from "../catalog/query/selection.ts";
import { type SessionStates, sessionStates } from "../catalog/query/session-states.ts";
import { sessionColumns, sessionTables, summarise } from "../catalog/query/summarise.ts";
import type { Home, RolloutLookup } from "../catalog/rollout-lookup.ts";
import { jsonIn, type Summary } from "../catalog/row.ts";
import type { GivenName } from "../catalog/text/titles.ts";
import { ThreadNames } from "../catalog/thread-names.ts";
import type { Database, SqlRow } from "../host/database/database.ts";
import type { Git } from "../host/git/git.ts";
import type { Host } from "../host/host.ts";
import { stateFolderOf } from "../host/own-folders.ts";
import { lineagePath, readLineages } from "../journal/lineage.ts";

interface CatalogViewOptions {
  readonly database: Database;
  readonly homes: readonly Home[];
  readonly lookup: RolloutLookup;
  readonly host: Host;
  readonly git: Git;
  readonly annotations: AnnotationReader;
  readonly warn: (warning: Warning) => void;
}

const mostBriefs = 8;

/** The catalog at one moment: rows match the disk, and processes are looked at at most once. */
export class CatalogView {
  readonly database: Database;
  readonly lookup: RolloutLookup;
  readonly homes: readonly Home[];
  readonly #of: CatalogViewOptions;
  #states: SessionStates | null = null;
  #names: ThreadNames | null = null;
  #annotations: AnnotationIndex | null = null;
  #lineages: ReadonlyMap<string, Lineage | null> | null = null;

  constructor(of: CatalogViewOptions) {
    this.#of = of;
    this.database = of.database;
    this.lookup = of.lookup;
    this.homes = of.homes;
  }

  selection(query: ListQuery): Selection {
    const { database, homes, host, git } = this.#of;
    const workspaces = workspacesIn(query.scope, database, { files: host.files, git });
    const otherStates = this.#present().others;
    const annotated = annotatedRows(query, this.annotations, database);
    return selectionOf(query, { homes, workspaces, otherStates, annotated });
  }

  find(text: string): SqlRow {
    const { database, homes, host } = this.#of;
    const { id } = findRow(text, { database, homes, names: this.#given(), files: host.files });
    return database.prepare(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE rollout.id = ?`).get(id ?? 0) ?? {};
  }

  findAgain(place: SessionPlace): SqlRow {
    return this.rowOf(place) ?? this.find(place.id);
  }

  /** Sessions of two homes may share an id; their files differ. */
  rowOf({ agent, thread, files }: SessionPlace): SqlRow | null {
    const where = "agent = ? AND thread = ? AND ifnull(path, key) = ?";
    const statement = this.database.prepare(`SELECT ${sessionColumns} FROM ${sessionTables} WHERE ${where}`);
    return statement.get(agent, thread, files[0]?.path ?? "");
  }

  /** The person's notes about sessions. */
  get annotations(): AnnotationIndex {
    this.#annotations ??= this.#of.annotations.read(this.#of.warn);
    return this.#annotations;
  }

  /** Names given outside of the logs. */
  names(): readonly GivenName[] {
    return this.#given().given();
  }

  summary(row: SqlRow): SessionSummary {
    const place = { agent: row.agent as Agent, home: String(row.home), thread: String(row.thread) };
    const { state, parkedUntil, owner } = this.#present().of(row);
    const summary = summarise(row, this.database, {
      state,
      parkedUntil,
      owner,
      givenName: this.#given().of(place),
      annotation: this.annotations.of(sessionIdOf(place.agent, asThreadId(place.thread))),
    });
    const own = this.#told();
    if (!own.has(summary.id)) return summary;
    const lineage = summary.lineage ?? own.get(summary.id) ?? null;
    return { ...summary, source: "reprise", lineage, title: this.#titleOf(summary.title, lineage) };
  }

  /** Never the prompt that Reprise itself wrote. `depth`: of briefs of sessions that began with a brief. */
  #titleOf(title: string, lineage: Lineage | null, depth = 0): string {
    if (lineage === null || !isOfAnother(title) || depth > mostBriefs) return ownTitle(title) ?? title;
    const [agent = "", thread = ""] = lineage.session.split(/:(.*)/s);
    const source = this.database
      .prepare(`SELECT summary FROM ${sessionTables} WHERE agent = ? AND thread = ? AND role = 'main'`)
      .get(agent, thread);
    if (!source) return title;
    const own = this.#told().get(lineage.session) ?? null;
    return this.#titleOf(jsonIn<Summary>(source.summary).title, own, depth + 1);
  }

  /** Sessions that we started, and their origin; the agents' logs lack it. */
  #told(): ReadonlyMap<string, Lineage | null> {
    this.#lineages ??= this.#readLineages();
    return this.#lineages;
  }

  /** An unreadable file hides no session. */
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

  #present(): SessionStates {
    const { database, homes, host, warn } = this.#of;
    if (!this.#states) {
      this.#states = sessionStates(database, homes, host);
      for (const warning of this.#states.warnings) warn(warning);
    }
    return this.#states;
  }

  #given(): ThreadNames {
    const { database, homes, host, warn } = this.#of;
    if (!this.#names) {
      this.#names = new ThreadNames(homes, database, { host, annotations: this.annotations });
      for (const warning of this.#names.warnings) warn(warning);
    }
    return this.#names;
  }
}
