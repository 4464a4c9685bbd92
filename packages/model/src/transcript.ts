import type { Timestamp } from "./ids.ts";
import type { SessionSummary } from "./session.ts";

/** Where a thing was read. Lines count from 1, bytes from 0. A store without lines gives line 0. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly byteOffset: number;
}

/**
 * `open`: no outcome was recorded; the work may have happened, wholly, in part, or not at all. `waiting`: it asked for
 * approval and our journal holds no answer, so it was not run.
 */
export type WorkStatus = "done" | "failed" | "declined" | "open" | "waiting";

export interface FileChange {
  readonly path: string;
  readonly change: "add" | "update" | "delete" | "move";
  /** Unified hunks for an update, the whole content for an add or delete; null when not recorded. */
  readonly diff: string | null;
  /** Where a move took it, where that was recorded; not part of what is shown. */
  readonly movedTo?: string | undefined;
}

/** What an item says, apart from where and when. */
export type ItemBody =
  | { readonly kind: "prompt"; readonly text: string }
  | { readonly kind: "reply"; readonly text: string }
  | { readonly kind: "reasoning"; readonly text: string }
  | {
      readonly kind: "command";
      readonly command: string;
      readonly output: string | null;
      readonly exitCode: number | null;
      readonly status: WorkStatus;
    }
  | { readonly kind: "edit"; readonly changes: readonly FileChange[]; readonly status: WorkStatus }
  | {
      readonly kind: "tool";
      readonly name: string;
      readonly input: unknown;
      readonly output: string | null;
      readonly status: WorkStatus;
    }
  | { readonly kind: "approval"; readonly subject: string; readonly decision: string | null }
  | {
      readonly kind: "notice";
      readonly text: string;
      /** What it does to the history that a model is sent; not part of what is shown. */
      readonly mark?: HistoryMark | undefined;
    }
  | { readonly kind: "opaque"; readonly raw: unknown };

/**
 * `compaction`: everything before it was replaced by the summary (null: only the vendor can read it), except what was
 * `kept`. `rewind`: turns at the end, or all from or after an item, were taken back.
 */
export type HistoryMark =
  | { readonly type: "compaction"; readonly summary: string | null; readonly kept?: Kept | undefined }
  | { readonly type: "rewind"; readonly turns: number }
  | { readonly type: "rewind"; readonly from: string }
  | { readonly type: "rewind"; readonly after: string };

/**
 * What a model still gets word for word of the items before a compaction. `from` an item or `after` it, up to the
 * compaction: the summary is told before them. From the first item `upTo` one, and it: the summary is told behind them.
 * `prompts`: these texts and no items, and behind them the summary.
 */
export type Kept =
  | { readonly from: string }
  | { readonly after: string }
  | { readonly upTo: string }
  | { readonly prompts: readonly string[] };

export type ItemKind = ItemBody["kind"];

export type Item = ItemBody & {
  /** Stable for as long as the files it was read from are. */
  readonly id: string;
  readonly at: Timestamp | null;
  readonly origin: Origin;
};

export type TurnState = "completed" | "failed" | "interrupted" | "live";

export interface Turn {
  /** From 1; history that was put into a session without being lived there is turn 0. */
  readonly number: number;
  /** The agent's own name of it, where it has one; not part of what is shown. */
  readonly key?: string | null | undefined;
  readonly state: TurnState;
  readonly startedAt: Timestamp | null;
  readonly endedAt: Timestamp | null;
  readonly items: readonly Item[];
}

export type DamageKind =
  | "torn"
  | "glued"
  | "nul"
  | "bom"
  | "crlf"
  | "invalid-utf8"
  | "not-json"
  | "bad-header"
  | "empty-file"
  | "oversized-line"
  | "ordinal-repeated"
  | "ordinal-missing"
  | "missing-base"
  | "dangling-parent"
  | "unreadable";

export interface Damage {
  readonly file: string;
  readonly line: number;
  readonly byteOffset: number;
  readonly kind: DamageKind;
  readonly detail: string;
}

/** Which turns to read; everything when absent. `last` counts from the end. */
export type Window = { readonly last: number } | { readonly from: number; readonly to: number };

export interface Transcript {
  readonly session: SessionSummary;
  readonly turns: readonly Turn[];
  readonly damage: readonly Damage[];
}
