import type { Agent, SessionId, Timestamp } from "./ids.ts";
import type { SessionState, SessionSummary } from "./session.ts";
import type { Damage, ItemKind, Turn, Window } from "./transcript.ts";

/** `workspace`: the project of that directory, its worktrees and its former places. */
export type Scope = "all" | { readonly workspace: string };

export interface ListQuery {
  readonly scope: Scope;
  readonly agent?: Agent | undefined;
  readonly state?: SessionState | undefined;
  readonly includeEmpty?: boolean | undefined;
  readonly subagents?: boolean | undefined;
  readonly archived?: boolean | undefined;
  readonly limit?: number | undefined;
  /** `next` of an earlier page of the same query. */
  readonly cursor?: string | undefined;
}

/** What the scope holds but the default filters left out. */
export interface Hidden {
  readonly empty: number;
  readonly subagents: number;
  readonly archived: number;
  /** Of any workspace, since a file that cannot be read does not name its own. Listed by their state only. */
  readonly unreadable: number;
}

export interface Page {
  readonly sessions: readonly SessionSummary[];
  /** Matches over all pages. */
  readonly total: number;
  readonly next: string | null;
  readonly hidden: Hidden;
}

export interface Hit {
  readonly session: SessionId;
  readonly title: string;
  readonly turn: number;
  readonly item: string;
  readonly kind: ItemKind;
  /** It asked for approval and got no answer: it was not run. */
  readonly isWaiting: boolean;
  readonly snippet: string;
  readonly at: Timestamp | null;
}

/** Something the person should know although the answer stands. */
export interface Warning {
  readonly kind: "unreadable" | "not-saved" | "catalog-unusable" | "catalog-not-saved" | "sources-changed";
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
export interface Finding {
  readonly path: string;
  readonly session: SessionId | null;
  readonly listed: boolean;
  /** Readable aloud; empty when the file is listed and whole. */
  readonly reasons: readonly string[];
  readonly damage: readonly Damage[];
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
  /** Tells each time that something on disk may have changed; never more often than a list takes. Ends with the signal. */
  watch(signal: AbortSignal): AsyncIterable<void>;
  /** What was noticed since the last call. */
  warnings(): readonly Warning[];
  close(): void;
}
