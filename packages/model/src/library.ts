import type { SessionId } from "./ids.ts";
import type { findingSchema, hitSchema } from "./schema/answer.ts";
import type { changesSchema, progressSchema } from "./schema/http.ts";
import type { hiddenSchema, listQuerySchema, pageSchema, scopeSchema, searchQuerySchema } from "./schema/session.ts";
import type { Value } from "./schema/value.ts";
import type { SessionFile, SessionSummary } from "./session.ts";
import type { Damage, Turn, Window } from "./transcript.ts";
import type { Usage, UsageQuery } from "./usage/usage.ts";

/** `workspace`: the project of that directory, with its worktrees and former paths. */
export type Scope = Value<typeof scopeSchema>;

export type ListQuery = Value<typeof listQuerySchema>;

/** Every session, with all that lists leave out by default. */
export const everySession = {
  scope: "all",
  includeEmpty: true,
  subagents: true,
  archived: true,
  includeHidden: true,
} as const satisfies ListQuery;

export type SearchQuery = Value<typeof searchQuerySchema>;

/** What is in the scope but left out by the default filters. */
export type Hidden = Value<typeof hiddenSchema>;

export type Page = Value<typeof pageSchema>;

export type Hit = Value<typeof hitSchema>;

export const warningKinds = [
  "unreadable",
  "not-saved",
  "catalog-unusable",
  "catalog-not-saved",
  "sources-changed",
] as const;

/** Something the user should know although the answer is valid. */
export interface Warning {
  readonly kind: (typeof warningKinds)[number];
  readonly path: string;
  readonly detail: string;
}

/** What tells one session from all others; every summary does. */
export type SessionPlace = Pick<SessionSummary, "id" | "agent" | "thread"> & {
  readonly files: readonly Pick<SessionFile, "path">[];
};

/** One session, streamed: the summary at once, turns as they are read, damage at the end. */
export interface Reading {
  readonly session: SessionSummary;
  readonly turns: AsyncIterable<Turn>;
  /** Complete once `turns` has ended. */
  readonly damage: readonly Damage[];
}

export interface ReadOptions {
  /** Ends the turns, also within a long one. */
  readonly signal?: AbortSignal | undefined;
  readonly excerpt?: Excerpt | undefined;
}

/** Some items of each turn, and some text of each item: memory is bounded, whatever the turn, and time where its end is wanted. */
export interface Excerpt {
  /** Most items of a turn: its last, or those around one. */
  readonly items: number;
  /** The id of that one, which is kept whole. */
  readonly around: string | null;
  /** Most characters of a text; the middle is left out. Texts of work without an outcome are kept whole. */
  readonly characters: number;
}

/** Of work that reads files. */
export type Progress = Value<typeof progressSchema>;

export interface SearchOptions {
  readonly signal?: AbortSignal | undefined;
  /** While text is indexed. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Why a file or session is not in the default list, or what is unusual about it. */
export type Finding = Value<typeof findingSchema>;

/** Changes on disk. */
export type Changes = Value<typeof changesSchema>;

export interface Library {
  /** Read-only. Every session on disk is either on a page or counted in `hidden`, once. A cursor is good for one query and order. */
  list(query: ListQuery): Promise<Page>;
  /**
   * Words, phrases and filters as `parseSearch` reads them; a filter in the line overrides the query's. Titles that match come at
   * once, then the text index is completed. Sessions in which all words are in one item come first, then in one turn, then anywhere;
   * then by where they are: title, prompt, reply, work, output; then the newest. Hits of one session, the title aside, come together,
   * the best turn first.
   */
  search(text: string, query: SearchQuery, how?: SearchOptions): AsyncIterable<Hit>;
  /**
   * Bounded memory: one turn at a time, from the files, never from the catalog. Its files distinguish sessions with the
   * same id in two homes. A listed session with unchanged files is read as of the last look at all sessions, so that
   * reading one never costs a look at all.
   */
  read(session: SessionId | SessionPlace, window?: Window, how?: ReadOptions): Promise<Reading>;
  /** By id, unique prefix, thread id, name or file path. Throws `not-found` with near matches, or `ambiguous` with the candidates. */
  find(text: string): Promise<SessionSummary>;
  /** Ids as people read them, as of the last look at all sessions, so that a list costs no look for each; unknown ones are left out. */
  shortIds(sessions: readonly SessionId[]): Promise<ReadonlyMap<SessionId, string>>;
  /**
   * Tokens, working time, commands and edits of every session in scope, sub-agents' and archived ones too. Reads what was added to
   * the files since the last call.
   */
  usage(query: UsageQuery, signal?: AbortSignal): Promise<Usage>;
  /** Explains the files below `path`, else all that are hidden, damaged or unusual. Reads every byte of them. */
  diagnose(path?: string): AsyncIterable<Finding>;
  /** Deletes the catalog and rebuilds it, text included. */
  reindex(signal?: AbortSignal): Promise<{ readonly sessionCount: number; readonly sizeBytes: number }>;
  /** Emits once at start, then on each change, at most as often as a list can be read. Ends with the signal. */
  watch(signal: AbortSignal): AsyncIterable<Changes>;
  /** Warnings since the last call. */
  warnings(): Promise<readonly Warning[]>;
  close(): void;
}
