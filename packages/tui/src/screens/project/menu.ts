import { type NextStep, nextStepWords, pausedWords, projectOwnerWords, roundPermissionsText } from "@reprise/model";
import { isElsewhere, type State } from "./state.ts";

export interface MenuEntry {
  readonly does: "resume" | "return" | "continue" | "stop";
  readonly label: string;
}

export interface Menu {
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

const back: MenuEntry = { does: "return", label: "Return" };

/** What a person can choose from; null while there is nothing to choose. */
export function menuOf(state: State): Menu | null {
  const { phase, view } = state;
  if (phase === "paused")
    return {
      title: pausedWords.question,
      entries: [
        { does: "continue", label: pausedWords.continue },
        { does: "stop", label: pausedWords.stop },
      ],
    };
  if (phase !== "idle" || view === null) return null;
  if (isElsewhere(state)) {
    const title = view.owner === null ? "" : projectOwnerWords(view.owner);
    return { title, entries: [back] };
  }
  const next = nextOf(state, view.next);
  if (next.refusal !== null) return { title: next.refusal, entries: [back] };
  return {
    title: (next.permissions && roundPermissionsText(next.permissions)) ?? "Select an action",
    entries: [{ does: "resume", label: nextStepWords(next) }, back],
  };
}

/** It has just appeared, so Enter does not choose it yet. */
export function isWaitingFor({ guard }: State, { does }: MenuEntry): boolean {
  return !guard.isReady && does !== "return";
}

/** As many new rounds as were asked for. */
function nextOf({ wish }: State, next: NextStep): NextStep {
  return next.kind === "new-rounds" ? { ...next, rounds: wish.rounds } : next;
}
