import type { SessionId, SessionState, SessionSummary, Timestamp } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import type { Filters } from "../state.ts";

interface Badge {
  readonly word: string;
  readonly tone: Tone;
}

const stateTones: Readonly<Record<SessionState, Tone>> = {
  live: "good",
  interrupted: "warn",
  failed: "bad",
  completed: "plain",
  empty: "dim",
  unreadable: "bad",
};

/** A word, coloured if there are colours. */
export function badgeOf({ id, state }: SessionSummary, parked: ReadonlyMap<SessionId, Timestamp>): Badge {
  const isParked = parked.has(id) && state !== "live" && state !== "completed";
  return isParked ? { word: "parked", tone: "accent" } : { word: state, tone: stateTones[state] };
}

/** The active filter in words; empty if there is none. */
export function onlyWords({ state, agent }: Filters): string {
  return [state, agent].filter((filter) => filter !== null).join(", ");
}
