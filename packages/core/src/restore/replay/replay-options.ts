import type { Consent, Item, RunState, ThreadId } from "@reprise/model";
import type { NativeWriter } from "../../agents/writing/native-writer.ts";
import type { RunOrder } from "../../runs/open-run.ts";
import type { RunTask } from "../../runs/start-run.ts";
import type { TurnReader } from "../history/choose-history.ts";

export interface ReplayOptions {
  /** Without a thread: it is new, unless the restore continues one. */
  readonly order: Omit<RunOrder, "resume" | "fork" | "begins" | "continues">;
  readonly task: RunTask;
  readonly consent: Consent;
  readonly turns: TurnReader;
  readonly title: string;
  /** Our unfinished restore to continue. */
  readonly continues: RunState | null;
  readonly writer: NativeWriter | null;
  /** Items in the agent's own log of a thread; null when there is none. */
  readonly itemsOf: (thread: ThreadId) => Promise<readonly Item[] | null>;
  readonly tools: readonly string[];
}
