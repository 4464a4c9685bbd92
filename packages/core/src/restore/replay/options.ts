import type { Consent, Item, RunState, ThreadId } from "@reprise/model";
import type { NativeWriter } from "../../agents/writing/native-writer.ts";
import type { LiveRun } from "../../runs/live-run.ts";
import type { RunOrder, RunPlace } from "../../runs/open-run.ts";
import type { Sayings } from "../../runs/sayings.ts";
import type { TurnReader } from "../history/choose.ts";

export interface ReplayOptions {
  /** Without a thread: it is new, unless the restore goes on with one it had. */
  readonly order: Omit<RunOrder, "resume" | "fork" | "begins" | "continues">;
  readonly place: RunPlace;
  readonly consent: Consent;
  /** The session that is told. */
  readonly turns: TurnReader;
  readonly title: string;
  /** The restore of ours that this goes on with. */
  readonly continues: RunState | null;
  readonly writer: NativeWriter | null;
  /** What the agent's own log of a thread holds; null when there is none. */
  readonly itemsOf: (thread: ThreadId) => Promise<readonly Item[] | null>;
  readonly tools: readonly string[];
  readonly onRun: (run: LiveRun) => void;
  readonly sayings: Sayings | null;
  readonly signal: AbortSignal;
}
