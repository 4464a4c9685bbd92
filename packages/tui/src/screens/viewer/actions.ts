import { type RestoreMode, type SessionSummary, safeLine } from "@reprise/model";
import type { Go } from "../../kernel/screen.ts";
import type { FooterAction } from "../../widgets/footer.ts";
import type { ViewerState } from "./state.ts";

interface Way {
  readonly label: string;
  /** Null: back to where one came from. */
  readonly modes: readonly RestoreMode[] | null;
  whyNot(session: SessionSummary): string | null;
}

/** As in the list, and in its order. */
const ways: readonly Way[] = [
  { label: "Return", modes: null, whyNot: () => null },
  { label: "Restore", modes: ["resume", "replay", "handoff"], whyNot: heldBy },
  { label: "Replay", modes: ["replay"], whyNot: nothingToTell },
  { label: "GPT Restore", modes: ["handoff"], whyNot: nothingToTell },
];

export const actionCount = ways.length;

export function actionsOf(session: SessionSummary): FooterAction[] {
  return ways.map(({ label, whyNot }) => ({ label, whyNot: whyNot(session) }));
}

/** Where the chosen action leads, or why it cannot be done. */
export function act({ action, session }: ViewerState): { readonly go: Go } | { readonly whyNot: string } {
  const way = ways[action];
  if (!way || way.modes === null) return { go: { back: true } };
  const whyNot = way.whyNot(session);
  if (whyNot !== null) return { whyNot: `${way.label}: ${whyNot}` };
  return { go: { to: { screen: "restore", session, modes: way.modes, isStepwise: false, plan: null } } };
}

/** A new session that goes on after the turn under the cursor. */
export function forkHere({
  session,
  cursor,
  turns,
}: ViewerState): { readonly go: Go } | { readonly whyNot: string } {
  if (turns.length === 0) return { whyNot: "There is no turn to branch from." };
  const at = Math.max(1, cursor.turn);
  return {
    go: { to: { screen: "restore", session, modes: ["fork", "replay"], isStepwise: false, plan: null, at } },
  };
}

function heldBy({ owner, state, agent }: SessionSummary): string | null {
  const instead = "Close it there, or choose Replay to go on beside it.";
  if (owner) return `open in ${safeLine(owner.program)} (process ${owner.pid}). ${instead}`;
  return state === "live" ? `open in ${agent}. ${instead}` : null;
}

function nothingToTell({ state }: SessionSummary): string | null {
  return state === "empty" ? "nothing was said in it yet." : null;
}
