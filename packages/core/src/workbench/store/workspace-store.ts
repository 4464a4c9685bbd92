import type { KnownWorkspace, SavedChange, SavedState, Saving } from "@reprise/model";
import type { Unlocking } from "../cipher/protection.ts";
import type { Rotated } from "../cipher/rotate-key.ts";

/** What causes a save. `turn` stands for every milestone: a finished turn or command, a diff, an approval, a banner. */
export type SaveTrigger = "turn" | "timer" | "shutdown";

/**
 * What was found on disk. `corrupt`, `outdated` and `newer` start fresh, and the file is kept as `backup`. `locked`: it is
 * encrypted, and there is no key or the wrong one. `off`: the person does not want it saved.
 */
export type LoadOutcome =
  | { readonly kind: "new" | "restored" | "locked" | "off"; readonly detail: string | null }
  | {
      readonly kind: "corrupt" | "outdated" | "newer";
      readonly detail: string;
      readonly backup: string | null;
    };

/** For the telemetry of saves, and for the line that says how saving goes. */
export interface SaveListener {
  saved(save: { readonly bytes: number; readonly ms: number; readonly trigger: SaveTrigger }): void;
  failed(failure: { readonly errorType: string; readonly trigger: SaveTrigger; readonly attempt: number }): void;
  saving(saving: Saving): void;
  /** The process that has the workspace has saved more: `state` is found again. */
  found(): void;
}

/** The saved state of one workspace. One process at a time writes it; another one reads. */
export interface SavedWorkspace {
  /** As it was found; found again while and after another process has the workspace, and after `unlock`. */
  readonly state: SavedState;
  readonly outcome: LoadOutcome;
  saving(): Saving;
  /** A milestone: resolves when it is on disk, or when saving has failed and is visibly retried. Never rejects. */
  save(changes: readonly SavedChange[]): Promise<void>;
  /** Text as it streams: on disk within 30 seconds, at most one write in 5. A draft within one second. */
  saveSoon(changes: readonly SavedChange[]): void;
  /** Everything is on disk when it resolves, the last word of streamed text too. Throws what the disk says. */
  flush(): Promise<void>;
  /** For `locked`: reads what is there. Throws `refused` for a wrong passphrase. */
  unlock(passphrase: string): Promise<SavedState>;
  /** Deletes what is saved, its backups too. Later changes are saved again. */
  clear(): Promise<void>;
  /** Flushes, and lets another process write. */
  close(): Promise<void>;
}

/** `<state>/workspaces/<id>/session.jsonl`, and `<state>/workspaces/index.json`. */
export interface WorkspaceStore {
  /** Hash of the normalised root. */
  idOf(root: string): string;
  /** Never throws for what is on disk: the outcome says it. */
  open(root: string, listener: SaveListener): Promise<SavedWorkspace>;
  /** Reads what is saved, so that it is there when the workspace is opened soon. Locks and changes nothing. */
  readAhead(root: string): Promise<void>;
  known(): Promise<readonly KnownWorkspace[]>;
  /** The settings are others now. Resolves when what is saved follows them. */
  follow(): Promise<void>;
  /** Opens the keys, or makes them. Throws `refused` for a wrong passphrase. */
  unlock(passphrase: string): Promise<void>;
  rotateKeys(unlocking: Unlocking | null): Promise<Rotated>;
  /** Of a workspace that is not open here. Throws `busy` with its owner, or `not-found`. */
  clear(id: string): Promise<void>;
}
