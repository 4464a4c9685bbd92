import type { Agent, Settings, ThreadId, Timestamp } from "@reprise/model";
import type { Host } from "../../host/host.ts";
import type { PortableItem } from "./portable.ts";

export interface WriteOrder {
  /** Chosen by `newThread` and on our disk before anything is written. */
  readonly thread: ThreadId;
  /** The agent's home; its default when null. */
  readonly home: string | null;
  /** The folder the session belongs to. */
  readonly cwd: string;
  readonly settings: Settings;
  /** When it is begun; items without a time of their own get this one. */
  readonly at: Timestamp;
  readonly title: string;
  /** The program to import with, for agents whose store only they may write; null for the one on the path. */
  readonly program: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

interface WrittenThread {
  readonly thread: ThreadId;
  /** The file that holds it now. */
  readonly path: string;
}

/** Puts a session into an agent's own store, under a new id. What is there already is never touched. */
export interface NativeWriter {
  readonly agent: Agent;
  /** A new id of the shape this agent uses. */
  newThread(host: Host): ThreadId;
  /** All of it or nothing. With an id that is there already it changes nothing and says where that is: a write that died can be done again. */
  write(history: readonly PortableItem[], order: WriteOrder, host: Host): Promise<WrittenThread>;
}
