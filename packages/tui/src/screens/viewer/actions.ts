import type { SessionSummary } from "@reprise/model";
import type { Go } from "../../kernel/screen.ts";
import type { FooterAction } from "../../widgets/footer.ts";
import { restoreRoute, sessionActions } from "../../widgets/session-actions.ts";
import type { ViewerState } from "./state.ts";

/** The same as in the list, in the same order. */
const ways = sessionActions("Return");

export const actionCount = ways.length;

export function actionsOf(session: SessionSummary): FooterAction[] {
  return ways.map(({ label, whyNot }) => ({ label, whyNot: whyNot(session) }));
}

/** The route of the selected action, or why it is unavailable. */
export function act({ action, session }: ViewerState): { readonly go: Go } | { readonly whyNot: string } {
  const way = ways[action];
  if (!way || way.modes === null) return { go: { back: true } };
  const whyNot = way.whyNot(session);
  if (whyNot !== null) return { whyNot: `${way.label}: ${whyNot}` };
  return { go: { to: restoreRoute(session, way.modes) } };
}

/** A new session that continues after the turn under the cursor. */
export function forkHere({ session, cursor, turns }: ViewerState): { readonly go: Go } | { readonly whyNot: string } {
  if (turns.length === 0) return { whyNot: "There is no turn to branch from." };
  const at = Math.max(1, cursor.turn);
  return {
    go: { to: { screen: "restore", session, modes: ["fork", "replay"], isStepwise: false, plan: null, at } },
  };
}
