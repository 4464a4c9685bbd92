import { type RestoreMode, type SessionSummary, safeLine } from "@reprise/model";
import type { Opening } from "../../kernel/opening.ts";
import type { FooterAction } from "../../widgets/footer.ts";
import { chosenSession, type State } from "./state.ts";

interface Way {
  readonly label: string;
  /** Null: only looked at. */
  readonly modes: readonly RestoreMode[] | null;
  whyNot(session: SessionSummary): string | null;
}

/** What Enter can do with the chosen session; the order is the same wherever they appear. */
const ways: readonly Way[] = [
  { label: "View", modes: null, whyNot: () => null },
  { label: "Restore", modes: ["resume", "replay", "handoff"], whyNot: heldBy },
  { label: "Replay", modes: ["replay"], whyNot: nothingToTell },
  { label: "GPT Restore", modes: ["handoff"], whyNot: nothingToTell },
];

export const actionCount = ways.length;

export function actionsOf(state: State): FooterAction[] {
  const session = chosenSession(state);
  return ways.map(({ label, whyNot }) => ({
    label,
    whyNot: session ? whyNot(session) : whyNothing(state),
  }));
}

/** Where the chosen action leads, or why it cannot be done. */
export function actionOpening(state: State): { readonly opening: Opening } | { readonly whyNot: string } {
  const way = ways[state.action];
  const session = chosenSession(state);
  if (!way || !session) return { whyNot: whyNothing(state) };
  const whyNot = way.whyNot(session);
  if (whyNot !== null) return { whyNot: `${way.label}: ${whyNot}` };
  if (way.modes === null) return { opening: viewing(state, session) };
  return {
    opening: { screen: "restore", session, modes: way.modes, isStepwise: false, plan: null },
  };
}

/** What was found in the content is shown where it stands. */
function viewing({ search }: State, session: SessionSummary): Opening {
  const hits = search?.found.hits.get(session.id);
  return {
    screen: "viewer",
    session,
    at: hits?.first.turn ?? null,
    search: search && hits ? search.field.text.trim() : null,
  };
}

function heldBy({ owner, state, agent }: SessionSummary): string | null {
  const instead = "Close it there, or choose Replay to go on beside it.";
  if (owner) return `open in ${safeLine(owner.program)} (process ${owner.pid}). ${instead}`;
  return state === "live" ? `open in ${agent}. ${instead}` : null;
}

function nothingToTell({ state }: SessionSummary): string | null {
  return state === "empty" ? "nothing was said in it yet. View shows what it holds." : null;
}

function whyNothing({ list, search }: State): string {
  if (!list.isKnown) return "The sessions are still being read.";
  return search
    ? "No session matches. Esc shows all."
    : "There is no session here. A shows all, N begins one.";
}
