import type { Timestamp } from "./ids.ts";
import type {
  damageSchema,
  editedFileSchema,
  itemBodySchema,
  originSchema,
  turnSchema,
  turnStateSchema,
  workStatusSchema,
} from "./schema/transcript.ts";
import type { Value } from "./schema/value.ts";
import type { SessionSummary } from "./session.ts";

/** Where a thing was read. Lines count from 1, bytes from 0. A store without lines gives line 0. */
export type Origin = Value<typeof originSchema>;

/** `open`: no outcome was recorded; the work may have happened, wholly, in part, or not at all. */
export type WorkStatus = Value<typeof workStatusSchema>;

/** What is not recorded is left out. */
export type FileChange = Omit<Value<typeof editedFileSchema>, "movedTo" | "written"> & {
  /** Where a move took it. */
  readonly movedTo?: string | undefined;
  /** Of an edit that did not succeed: whether this file was written all the same. */
  readonly written?: boolean | undefined;
  /** Its place in the order in which the agent writes the files of one edit; not part of what is shown. */
  readonly step?: number | undefined;
};

/** The bytes of an image, as agents record them. */
export interface EmbeddedImage {
  readonly mediaType: string;
  readonly base64: string;
}

type PlainBody = Value<typeof itemBodySchema>;
type PlainNotice = PlainBody & { kind: "notice" };
type PlainEdit = PlainBody & { kind: "edit" };
type PlainAttachment = PlainBody & { kind: "attachment" };
type PlainCommand = PlainBody & { kind: "command" };

export type AttachmentKind = PlainAttachment["what"];

/** What an item says, apart from where and when. */
export type ItemBody =
  | Exclude<PlainBody, PlainNotice | PlainEdit | PlainAttachment | PlainCommand>
  | (PlainAttachment & {
      /** Its bytes where the log has them; not part of what is shown. */
      readonly image?: EmbeddedImage | undefined;
    })
  | (PlainCommand & {
      /** The person ran it, not the model; not part of what is shown. */
      readonly isPersons?: boolean | undefined;
    })
  | (Omit<PlainEdit, "changes" | "reason"> & {
      readonly changes: readonly FileChange[];
      readonly reason?: string | null | undefined;
      /**
       * The file that could not be written: those of earlier steps were, those of later ones were not. Empty: none was
       * written. Not part of what is shown.
       */
      readonly stoppedAt?: string | undefined;
    })
  | (PlainNotice & {
      /** What it does to the history that a model is sent; not part of what is shown. */
      readonly mark?: HistoryMark | undefined;
    });

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

export type TurnState = Value<typeof turnStateSchema>;

export type Turn = Omit<Value<typeof turnSchema>, "items"> & {
  /** The agent's own name of it, where it has one; not part of what is shown. */
  readonly key?: string | null | undefined;
  readonly items: readonly Item[];
};

export type DamageKind = Damage["kind"];

export type Damage = Value<typeof damageSchema>;

/** Which turns to read; everything when absent. `last` counts from the end. */
export type Window = { readonly last: number } | { readonly from: number; readonly to: number };

export interface Transcript {
  readonly session: SessionSummary;
  readonly turns: readonly Turn[];
  readonly damage: readonly Damage[];
}
