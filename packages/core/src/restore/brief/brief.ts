import type { Drift, Request, SessionSummary, Unfinished } from "@reprise/model";
import type { CountTokens } from "../../transcript/count-tokens.ts";

/** The contents of a brief besides the conversation. */
export interface BriefAbout {
  readonly session: SessionSummary;
  /** The file the agent appends to. */
  readonly files: string;
  readonly drift: readonly Drift[];
  readonly unfinished: readonly Unfinished[];
  /** Unanswered requests of the agent. */
  readonly pending: readonly Request[];
}

export interface BriefBudget {
  readonly tokens: number;
  readonly count: CountTokens;
}

export interface Brief {
  readonly text: string;
  /** Counted with the budget's own tokenizers. */
  readonly tokens: number;
}

/** The fewest tokens that can hold goal, constraints and open work. */
export const leastBriefTokens = 512;
