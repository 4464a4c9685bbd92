import type { Damage, ItemBody, Origin, ThreadId, Timestamp, Tokens } from "@reprise/model";

/**
 * Decoder output, in log order and in our own terms.
 * Decoders resolve an agent's peculiarities; the transcript is built from facts alone.
 */
export type Fact = AboutFact | TurnStartFact | TurnEndFact | ItemFact | UsageFact | DamageFact;

/** About the whole session. Fields merge one by one; a later non-null value wins. */
interface AboutFact {
  readonly type: "about";
  readonly about: Partial<About>;
}

export interface About {
  readonly thread: ThreadId | null;
  readonly createdAt: Timestamp | null;
  readonly updatedAt: Timestamp | null;
  /** The directory the session started in; the first one recorded wins. */
  readonly workspace: string | null;
  /** The directory of the latest turn. */
  readonly cwd: string | null;
  readonly name: string | null;
  readonly model: string | null;
  readonly provider: string | null;
  readonly effort: string | null;
  readonly sandbox: string | null;
  readonly approvalPolicy: string | null;
  readonly source: string | null;
  readonly agentVersion: string | null;
  readonly gitCommit: string | null;
  readonly gitBranch: string | null;
  readonly gitUrl: string | null;
  readonly forkedFrom: ThreadId | null;
  /** The earlier file whose start belongs to this rollout. Given with the first facts or never. */
  readonly base: Predecessor | null;
  readonly subagentOf: ThreadId | null;
  /** Commands the user approved for the whole session, if the log has them. */
  readonly approvedCommands: readonly (readonly string[])[] | null;
  readonly mcpTools: readonly string[] | null;
  /** Files of 2025 may name a stored response; it can no longer be used to resume. */
  readonly responseToken: string | null;
  /** Tokens used so far, by the agent's count. */
  readonly tokens: number | null;
  /** Size of the last request and its reply. */
  readonly contextTokens: number | null;
  /** The model's context limit, if the log has it. */
  readonly contextWindow: number | null;
}

/** Bytes `[0, endByte)` of another rollout of the same home. */
interface Predecessor {
  readonly rolloutId: string;
  readonly endByte: number;
}

/** Only in logs that record starts; otherwise a turn runs from prompt to prompt. */
export interface TurnStartFact {
  readonly type: "turn-start";
  readonly turn: string | null;
  readonly at: Timestamp | null;
  readonly origin: Origin;
}

export interface TurnEndFact {
  readonly type: "turn-end";
  /** Null ends the current turn. */
  readonly turn: string | null;
  readonly state: "completed" | "failed" | "interrupted";
  readonly at: Timestamp | null;
  readonly origin: Origin;
}

/** A fact with a known key updates that item: the higher rank wins, and null never replaces a value. */
export interface ItemFact {
  readonly type: "item";
  readonly key: string | null;
  readonly rank: number;
  /** The agent's name for its turn; null: the current one. `injected` is turn 0. */
  readonly turn: string | null;
  readonly item: ItemBody;
  readonly at: Timestamp | null;
  readonly origin: Origin;
}

/** The turn of history injected before the first turn. */
export const injected = "injected";

/**
 * Tokens of one reply of the model. A fact with a known key replaces the earlier one. Complete at depth `full` only.
 */
export interface UsageFact {
  readonly type: "usage";
  readonly key: string | null;
  /** Null: the session's current one. */
  readonly model: string | null;
  readonly tokens: Tokens;
  readonly at: Timestamp | null;
  readonly origin: Origin;
}

export interface DamageFact {
  readonly type: "damage";
  readonly damage: Damage;
}
