import type { PromptInput } from "../run.ts";
import type { Value } from "../schema/value.ts";
import type {
  actionResultSchema,
  activitySchema,
  bannerSchema,
  choiceSchema,
  connectionSchema,
  diffSchema,
  documentSchema,
  entrySchema,
  execOutputSchema,
  execSchema,
  keptConversationSchema,
  keyRenewalSchema,
  knownWorkspaceSchema,
  queuedApprovalSchema,
  runningConversationSchema,
  savedChangeSchema,
  savingSchema,
  telemetrySchema,
  workbenchActionSchema,
  workbenchChangeSchema,
  workbenchDraftSchema,
  workbenchNewsSchema,
  workbenchThreadSchema,
  workbenchViewSchema,
} from "../schema/workbench.ts";

export type WorkbenchEntry = Value<typeof entrySchema>;
export type Exec = Value<typeof execSchema>;
export type ExecOutput = Value<typeof execOutputSchema>;
export type DiffDocument = Value<typeof documentSchema>;
export type Diff = Value<typeof diffSchema>;
export type QueuedApproval = Value<typeof queuedApprovalSchema>;
export type WorkbenchDraft = Value<typeof workbenchDraftSchema>;
export type Choice = Value<typeof choiceSchema>;
export type WorkbenchThread = Value<typeof workbenchThreadSchema>;
export type Telemetry = Value<typeof telemetrySchema>;
export type Banner = Value<typeof bannerSchema>;
export type Connection = Value<typeof connectionSchema>;
export type Saving = Value<typeof savingSchema>;
export type Activity = Value<typeof activitySchema>;
export type KeptConversation = Value<typeof keptConversationSchema>;
export type RunningConversation = Value<typeof runningConversationSchema>;

/** A change that is saved. */
export type SavedChange = Value<typeof savedChangeSchema>;
export type WorkbenchChange = Value<typeof workbenchChangeSchema>;
export type WorkbenchView = Value<typeof workbenchViewSchema>;
export type WorkbenchAction = Value<typeof workbenchActionSchema>;
export type KeyRenewal = Value<typeof keyRenewalSchema>;
export type ActionResult = Value<typeof actionResultSchema>;

/** The first of a stream is a view, unless the listener has all changes since its number. */
export type WorkbenchNews = Value<typeof workbenchNewsSchema>;

/** Chat, console, diffs and approvals of one workspace, kept over restarts. Any number of pages may use it. */
export interface Workbench {
  /** Hash of the workspace. */
  readonly id: string;
  readonly root: string;
  view(): Promise<WorkbenchView>;
  /** News until the signal aborts. `since`: the epoch and number that the listener has. */
  news(since?: { readonly epoch: string; readonly number: number }, signal?: AbortSignal): AsyncIterable<WorkbenchNews>;
  /** Entries before one, oldest first. */
  earlier(before: string, limit: number): Promise<readonly WorkbenchEntry[]>;
  /** Everything kept of an output; null for an unknown exec. */
  output(exec: string): Promise<ExecOutput | null>;
  /** A document with its texts; null for an unknown one. */
  document(diff: string, path: string): Promise<DiffDocument | null>;
  /** Names of files in the workspace that fit the letters, best first; none that git would ignore. */
  files(letters: string): Promise<readonly string[]>;
  /** Stores an image for the next prompt; `name`: of its file. Throws `refused` for what is none, or too large. */
  keepImage(bytes: Uint8Array, name?: string): Promise<PromptInput>;
  /**
   * Resolves when its effect has begun and is saved. Throws `refused` with the reason, `not-found`, `busy` or
   * `bad-use`; then nothing was done.
   */
  act(action: WorkbenchAction): Promise<ActionResult>;
}

/** A workspace with saved state. */
export type KnownWorkspace = Value<typeof knownWorkspaceSchema>;

/** The workbenches of this machine. */
export interface Workbenches {
  /** The one of the project of a folder. Opened once; saved state is there at once. */
  open(folder: string): Promise<Workbench>;
  known(): Promise<readonly KnownWorkspace[]>;
  /** Deletes everything saved of a workspace; an open workbench starts fresh. Throws `not-found`. */
  clear(workspace: string): Promise<void>;
  /** The options have changed: what is saved follows them. */
  follow(): Promise<void>;
  /** Opens what is encrypted, or sets the passphrase of what will be. Throws `refused` for a wrong one. */
  unlock(passphrase: string): Promise<void>;
  /** Encrypts everything that is saved with a new key; with a passphrase, under that one from now on. */
  renewKey(passphrase: string | null): Promise<KeyRenewal>;
  /** How many have a run that works on a prompt. */
  readonly runningCount: number;
  /** Takes no more prompts, gives working runs that long, ends all runs and saves everything. */
  close(graceMs?: number): Promise<void>;
}
