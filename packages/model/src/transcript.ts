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

/** Where something was read. Lines count from 1, bytes from 0. A store without lines gives line 0. */
export type Origin = Value<typeof originSchema>;

/** `open`: no outcome was recorded; the work may have happened fully, partly or not at all. */
export type WorkStatus = Value<typeof workStatusSchema>;

/** Unrecorded fields are absent. */
export type FileChange = Omit<Value<typeof editedFileSchema>, "movedTo" | "written"> & {
  /** The new path of a moved file. */
  readonly movedTo?: string | undefined;
  /** For a failed edit: whether this file was written anyway. */
  readonly written?: boolean | undefined;
  /** Its position in the order in which the agent writes the files of one edit; not shown. */
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
type PlainTool = PlainBody & { kind: "tool" };

interface Excerpt {
  /** What a model was sent of a large output; not shown. */
  readonly excerpt?: string | undefined;
}

/** An item as it is sent: what was not recorded is null. */
export type SentBody = PlainBody;

export type AttachmentKind = PlainAttachment["what"];

/** The content of an item, without origin and time. */
export type ItemBody =
  | Exclude<PlainBody, PlainNotice | PlainEdit | PlainAttachment | PlainCommand | PlainTool>
  | (PlainAttachment & {
      /** Its bytes if the log has them; not shown. */
      readonly image?: EmbeddedImage | undefined;
    })
  | (PlainTool & Excerpt)
  | (PlainCommand &
      Excerpt & {
        /** Run by the user, not the model; not shown. */
        readonly isPersons?: boolean | undefined;
      })
  | (Omit<PlainEdit, "changes" | "reason"> & {
      readonly changes: readonly FileChange[];
      readonly reason?: string | null | undefined;
      /**
       * The file that could not be written: files of earlier steps were, those of later ones were not. Empty: none was
       * written. Not shown.
       */
      readonly stoppedAt?: string | undefined;
    })
  | (PlainNotice & {
      /** Its effect on the history a model is sent; not shown. */
      readonly mark?: HistoryMark | undefined;
    });

/**
 * `compaction`: everything before it was replaced by the summary (null: only the vendor can read it), except what was
 * `kept`. `rewind`: turns at the end, or all from or after an item, were removed.
 */
export type HistoryMark =
  | { readonly type: "compaction"; readonly summary: string | null; readonly kept?: Kept | undefined }
  | { readonly type: "rewind"; readonly turns: number }
  | { readonly type: "rewind"; readonly from: string }
  | { readonly type: "rewind"; readonly after: string };

/**
 * What a model still gets verbatim of the items before a compaction. `from` an item or `after` it, up to the compaction:
 * the summary comes before them. From the first item `upTo` one, inclusive: the summary comes after them. `prompts`: these
 * texts and no items, then the summary.
 */
export type Kept =
  | { readonly from: string }
  | { readonly after: string }
  | { readonly upTo: string }
  | { readonly prompts: readonly string[] };

export type ItemKind = ItemBody["kind"];

export type Item = ItemBody & {
  /** Stable while the files it was read from are. */
  readonly id: string;
  readonly at: Timestamp | null;
  readonly origin: Origin;
};

export type TurnState = Value<typeof turnStateSchema>;

export type Turn = Omit<Value<typeof turnSchema>, "items"> & {
  /** The agent's own id of it, if any; not shown. */
  readonly key?: string | null | undefined;
  readonly items: readonly Item[];
};

export type DamageKind = Damage["kind"];

export type Damage = Value<typeof damageSchema>;

/** The turns to read; all if absent. `last` counts from the end. */
export type Window = { readonly last: number } | { readonly from: number; readonly to: number };

export interface Transcript {
  readonly session: SessionSummary;
  readonly turns: readonly Turn[];
  readonly damage: readonly Damage[];
}
