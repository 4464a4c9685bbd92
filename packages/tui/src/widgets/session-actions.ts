import { continuingModes, isHeld, processWords, type RestoreMode, type SessionSummary } from "@reprise/model";
import type { Route } from "../kernel/route.ts";

/** An action on a session, by its label. */
interface SessionAction {
  readonly label: string;
  /** Null for the first one of a screen, which starts nothing. */
  readonly modes: readonly RestoreMode[] | null;
  /** Why it is unavailable; null if available. */
  whyNot(session: SessionSummary): string | null;
}

/** After the first one; the same order everywhere. */
const restoring: readonly SessionAction[] = [
  { label: "Restore", modes: continuingModes, whyNot: heldBy },
  { label: "Replay", modes: ["replay"], whyNot: nothingToTell },
  { label: "GPT Restore", modes: ["handoff"], whyNot: nothingToTell },
];

export function sessionActions(first: string): readonly SessionAction[] {
  return [{ label: first, modes: null, whyNot: () => null }, ...restoring];
}

export function restoreRoute(session: SessionSummary, modes: readonly RestoreMode[]): Route {
  return { screen: "restore", session, modes, isStepwise: false, plan: null };
}

/** Its plan, in the best mode that is possible. Nothing is sent before the person does. */
export function continueRoute(session: SessionSummary): Route {
  return restoreRoute(session, continuingModes);
}

export function heldBy({ owner, state, agent }: SessionSummary): string | null {
  const instead = "Close it there, or choose Replay.";
  if (owner) return `open in ${processWords(owner)}. ${instead}`;
  return isHeld(state) ? `open in ${agent}. ${instead}` : null;
}

function nothingToTell({ state }: SessionSummary): string | null {
  if (state === "unreadable") return "its file cannot be read; `reprise doctor` says why.";
  return state === "empty" ? "it has no messages yet." : null;
}
