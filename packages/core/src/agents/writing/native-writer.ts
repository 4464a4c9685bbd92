import type { Agent, Settings, ThreadId, Timestamp } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { PortableItem } from "./portable.ts";

export interface WriteOrder {
  /** Chosen by `newThread` and saved on our disk before anything is written. */
  readonly thread: ThreadId;
  /** The agent's home; null: its default. */
  readonly home: string | null;
  /** The session's folder. */
  readonly cwd: string;
  readonly settings: Settings;
  /** Start time; also used for items without a time. */
  readonly at: Timestamp;
  readonly title: string;
  /** The import program, for agents that alone may write their store; null: the one on the path. */
  readonly program: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

interface WrittenThread {
  readonly thread: ThreadId;
  /** The file that now contains it. */
  readonly path: string;
}

/** Writes a session into an agent's own store under a new id. Never touches existing data. */
export interface NativeWriter {
  readonly agent: Agent;
  /** A new id in this agent's format. */
  newThread(host: Host): ThreadId;
  /** All or nothing. If the id exists, changes nothing and returns its path: an interrupted write can be repeated. */
  write(history: readonly PortableItem[], order: WriteOrder, host: Host): Promise<WrittenThread>;
}
