import type { SessionId } from "./ids.ts";
import type { findingSchema, hitSchema } from "./schema/answer.ts";
import type { hiddenSchema, listQuerySchema, pageSchema, scopeSchema } from "./schema/session.ts";
import type { Value } from "./schema/value.ts";
import type { SessionSummary } from "./session.ts";
import type { Damage, Turn, Window } from "./transcript.ts";

/** `workspace`: the project of that directory, its worktrees and its former places. */
export type Scope = Value<typeof scopeSchema>;

export type ListQuery = Value<typeof listQuerySchema>;

/** What the scope holds but the default filters left out. */
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

/** Something the person should know although the answer stands. */
export interface Warning {
  readonly kind: (typeof warningKinds)[number];
  readonly path: string;
  readonly detail: string;
}

/** One session, streamed: the summary at once, turns as they are read, damage when all was read. */
export interface Reading {
  readonly session: SessionSummary;
  readonly turns: AsyncIterable<Turn>;
  /** Complete once `turns` has ended. */
  readonly damage: readonly Damage[];
}

export interface Progress {
  readonly stage: "outline" | "text";
  readonly doneCount: number;
  readonly totalCount: number;
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** Why a file or session is not in the default list, or what is strange about it. */
export type Finding = Value<typeof findingSchema>;

/** What changed on disk. */
export interface Changes {
  /** Sessions that were added, changed or removed; null: anything may have changed. */
  readonly sessions: readonly SessionId[] | null;
}

export interface Library {
  /** Reads only. Every session on disk is either on a page or counted in `hidden`. */
  list(query: ListQuery): Promise<Page>;
  /** Completes the text index first. Newest sessions first. */
  search(text: string, query: ListQuery, signal?: AbortSignal): AsyncIterable<Hit>;
  /** Bounded memory: one turn at a time, from the files, never from the catalog. A summary tells apart what two homes call the same. */
  read(session: SessionId | SessionSummary, window?: Window): Promise<Reading>;
  /** By id, unique prefix, thread id, name or file path. Throws `not-found` with near matches, or `ambiguous` with the candidates. */
  find(text: string): Promise<SessionSummary>;
  /** Explains files: those below `path`, else all that are hidden, damaged or strange. Reads every byte of what it explains. */
  diagnose(path?: string): AsyncIterable<Finding>;
  /** Throws the catalog away and builds it again, text included. */
  reindex(signal?: AbortSignal): Promise<{ readonly sessionCount: number; readonly sizeBytes: number }>;
  /** One value at once, then one whenever something changes; never more often than a list takes. Ends with the signal. */
  watch(signal: AbortSignal): AsyncIterable<Changes>;
  /** What was noticed since the last call. */
  warnings(): readonly Warning[];
  close(): void;
}
