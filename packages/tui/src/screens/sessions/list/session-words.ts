import { type SessionSummary, stateTones, stateWords } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { planTones } from "../../../widgets/plan-rows.ts";
import type { Filters } from "../state.ts";

interface Badge {
  readonly word: string;
  readonly tone: Tone;
}

/** A word, coloured if there are colours. */
export function badgeOf({ state }: SessionSummary): Badge {
  return { word: stateWords(state), tone: planTones[stateTones[state]] };
}

/** The active filter in words; empty if there is none. */
export function onlyWords({ state, agent }: Filters): string {
  return [state, agent].filter((filter) => filter !== null).join(", ");
}
