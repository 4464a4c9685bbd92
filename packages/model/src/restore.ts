import type { SessionId } from "./ids.ts";
import type { FailureKind, Request, RunEvent, Settings } from "./run.ts";
import type { Owner } from "./session.ts";

/** From the one that keeps most to the one that keeps least. */
export type RestoreMode = "resume" | "replay" | "handoff";

/** Why a mode is not possible. `detail` is readable aloud and says what to do. */
export interface Refusal {
  readonly mode: RestoreMode;
  readonly reason: FailureKind | "wider-permissions" | "folder-missing" | "not-supported" | "no-thread";
  readonly detail: string;
}

/** Recorded is not what would be used now. */
export interface Drift {
  readonly kind: "setting" | "folder" | "git" | "file" | "tool";
  readonly subject: string;
  readonly recorded: string | null;
  readonly now: string | null;
  /** More would be allowed than was recorded; never without an explicit yes to just that. */
  readonly widens: boolean;
  /** What it costs or changes, where that is known. */
  readonly note: string | null;
}

/** Work whose outcome the log does not hold. */
export interface Unfinished {
  readonly item: string;
  readonly kind: "command" | "edit" | "tool";
  readonly subject: string;
  readonly outcome: "unknown" | "still-running" | "done" | "not-done" | "partly-done";
  /** What makes us say so. */
  readonly evidence: string;
}

/** An answer given for the whole session that can be given again. */
export interface KeptApproval {
  readonly hash: string;
  readonly subject: string;
}

/** What a restore will do. Made without effects; carrying it out uses nothing else. */
export interface RestorePlan {
  /** Null: no mode is possible. */
  readonly mode: RestoreMode | null;
  readonly session: SessionId;
  /** The files it was made from; when they have changed, plan again. */
  readonly basis: readonly { readonly path: string; readonly sizeBytes: number; readonly mtimeMs: number }[];
  /** What will be asked of the agent. */
  readonly settings: Settings;
  readonly drift: readonly Drift[];
  readonly refusals: readonly Refusal[];
  readonly segments: readonly {
    readonly number: number;
    readonly items: readonly string[];
    readonly tokens: number;
  }[];
  readonly tokens: number;
  readonly approvals: readonly KeptApproval[];
  /** Requests of a dead process: they can be asked again, not granted. */
  readonly pending: readonly Request[];
  readonly unfinished: readonly Unfinished[];
  readonly lost: readonly string[];
  /** What only a running agent can tell; compared in the handshake. */
  readonly unchecked: readonly string[];
  readonly owner: Owner | null;
  /** What will be sent, once the thread is there; null when nothing is. */
  readonly prompt: string | null;
  /** The account of unfinished work, told to the model before the prompt, on consent. */
  readonly account: string | null;
}

/** What the person wants otherwise than recorded. */
export interface Wish {
  readonly settings: Partial<Settings>;
  /** `recorded`: as it was. `current`: as the agent is set up now. */
  readonly otherwise: "recorded" | "current";
  readonly prompt: string | null;
  readonly allowsWider: boolean;
}

export type RestoreEvent =
  | RunEvent
  | { readonly type: "checking" }
  | { readonly type: "checked"; readonly settings: Settings }
  | { readonly type: "drift-found"; readonly drift: readonly Drift[] }
  | { readonly type: "refused"; readonly plan: RestorePlan }
  | { readonly type: "busy"; readonly owner: Owner | null };
