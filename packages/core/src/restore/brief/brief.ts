import type { Drift, Request, SessionSummary, Unfinished } from "@reprise/model";
import type { CountTokens } from "../../transcript/count-tokens.ts";

/** What a brief says besides what was said in the session. */
export interface BriefAbout {
  readonly session: SessionSummary;
  /** The path of the file the agent appends to. */
  readonly files: string;
  readonly drift: readonly Drift[];
  readonly unfinished: readonly Unfinished[];
  /** Requests of the agent that nobody answered. */
  readonly pending: readonly Request[];
}

export interface BriefBudget {
  readonly tokens: number;
  readonly count: CountTokens;
}

export interface Brief {
  readonly text: string;
  /** As counted with the budget's own tokenizers. */
  readonly tokens: number;
}

/** The fewest tokens in which goal, constraints and open work can be said. */
export const leastBriefTokens = 512;
