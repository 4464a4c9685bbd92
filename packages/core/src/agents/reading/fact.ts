import type { Damage, ItemBody, Origin, ThreadId, Timestamp } from "@reprise/model";

/**
 * What a decoder tells, in the order it stands in the agent's log, in our words.
 * Decoders resolve what is peculiar to an agent; the transcript is built from facts alone.
 */
export type Fact = AboutFact | TurnStartFact | TurnEndFact | ItemFact | DamageFact;

/** About the session as a whole. Fields merge one by one; a later one that is not null wins. */
interface AboutFact {
  readonly type: "about";
  readonly about: Partial<About>;
}

export interface About {
  readonly thread: ThreadId | null;
  readonly createdAt: Timestamp | null;
  readonly updatedAt: Timestamp | null;
  /** The directory the session was started in. The first one recorded stands. */
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
  /** The earlier file whose beginning belongs to this rollout. Told with the first facts or never. */
  readonly base: Predecessor | null;
  readonly subagentOf: ThreadId | null;
  /** Commands the person approved for the whole session, as far as the log holds them. */
  readonly approvedCommands: readonly (readonly string[])[] | null;
  readonly mcpTools: readonly string[] | null;
  /** Files of 2025 may name a stored response; nothing can be resumed by it today. */
  readonly responseToken: string | null;
  /** Tokens used so far, as the agent counted. */
  readonly tokens: number | null;
  /** What the model was sent last, and answered. */
  readonly contextTokens: number | null;
  /** What the model can take, where the log tells. */
  readonly contextWindow: number | null;
}

/** Bytes `[0, endByte)` of another rollout of the same home. */
interface Predecessor {
  readonly rolloutId: string;
  readonly endByte: number;
}

/** Only for logs that record starts. Without them a turn runs from prompt to prompt. */
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

/**
 * A fact with a key that is already known adds to that item instead of making a new one:
 * of two values the one with the higher rank stands, and null never replaces anything.
 */
export interface ItemFact {
  readonly type: "item";
  readonly key: string | null;
  readonly rank: number;
  /** The agent's name of the turn it belongs to; null is the current one. `injected` is turn 0. */
  readonly turn: string | null;
  readonly item: ItemBody;
  readonly at: Timestamp | null;
  readonly origin: Origin;
}

/** The turn of history that was put in before the first turn. */
export const injected = "injected";

export interface DamageFact {
  readonly type: "damage";
  readonly damage: Damage;
}
