import type { Agent, ThreadId } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { RolloutRef } from "../reading/source.ts";

/** A session as it is on this machine. */
export interface HeldSession {
  readonly thread: ThreadId;
  readonly home: string;
  /** Its source files, oldest first. */
  readonly rollouts: readonly RolloutRef[];
  readonly cwd: string | null;
}

/** A file of a session. */
export interface HeldFile {
  /** Relative, with `/`: what `place` gets back. */
  readonly name: string;
  readonly path: string;
}

export interface CollectOrder {
  /** Applied to every line of text; null: files are taken as they are. */
  readonly change: ((line: string) => string) | null;
  /** For files that are made for this; removed afterwards. */
  readonly folder: string;
  /** The export program, for agents that alone can read their store; null: the one on the path. */
  readonly program: string | null;
  readonly signal: AbortSignal;
}

export interface PlaceOrder {
  readonly thread: ThreadId;
  /** Exists or not. */
  readonly home: string;
  /** The session's folder on this machine; null: unknown. */
  readonly cwd: string | null;
  /** Where a recorded path is on this machine; the same one if it did not move. */
  readonly mapped: (path: string) => string;
  readonly isMapped: boolean;
  /** For changed files; removed afterwards. */
  readonly folder: string;
  readonly program: string | null;
  readonly signal: AbortSignal;
}

export interface Placement {
  /** Files to create; none of them replaces another. */
  readonly files: readonly {
    readonly from: string;
    readonly to: string;
  }[];
  /** Files where the agent has this session already. */
  readonly present: readonly string[];
  /** How the files will differ from those in the bundle, as sentences. */
  readonly changes: readonly string[];
  /** For agents that alone may write their store. */
  readonly store: {
    readonly path: string;
    readonly state: "absent" | "same" | "different";
    /** All or nothing. Throws `SessionError`. */
    add(): Promise<void>;
  } | null;
}

/** Takes a session out of an agent's store, and puts it into the store of another machine, where the agent resumes it. */
export interface SessionMover {
  readonly agent: Agent;
  /** Every file that the agent needs to continue the session. Changes nothing of the agent's. */
  collect(session: HeldSession, order: CollectOrder, host: Host): Promise<readonly HeldFile[]>;
  /** Where the files go. Writes only to the order's folder. Throws `SessionError("refused")` for a file the agent would not have written. */
  place(files: readonly HeldFile[], order: PlaceOrder, host: Host): Promise<Placement>;
}
