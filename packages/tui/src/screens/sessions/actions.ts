import { type SessionSummary, withoutFilters } from "@reprise/model";
import type { Route } from "../../kernel/route.ts";
import type { FooterAction } from "../../widgets/footer.ts";
import { restoreRoute, sessionActions } from "../../widgets/session-actions.ts";
import { chosenSession, type State } from "./state.ts";

/** The actions of Enter for the selected session. */
const ways = sessionActions("View");

export const actionCount = ways.length;

export function chosenLabel({ action }: State): string {
  return ways[action]?.label ?? "";
}

export function actionsOf(state: State): FooterAction[] {
  const session = chosenSession(state);
  return ways.map(({ label, whyNot }) => ({
    label,
    whyNot: session ? whyNot(session) : whyNothing(state),
  }));
}

/** The route of the selected action, or why it is unavailable. */
export function actionRoute(state: State): { readonly route: Route } | { readonly whyNot: string } {
  const way = ways[state.action];
  const session = chosenSession(state);
  if (!way || !session) return { whyNot: whyNothing(state) };
  const whyNot = way.whyNot(session);
  if (whyNot !== null) return { whyNot: `${way.label}: ${whyNot}` };
  if (way.modes === null) return { route: viewing(state, session) };
  return { route: restoreRoute(session, way.modes) };
}

/** Opens a content match at its position. */
function viewing({ search }: State, session: SessionSummary): Route {
  const hits = search?.found.hits.get(session.id);
  return {
    screen: "viewer",
    session,
    at: hits?.first.turn || null,
    search: search && hits ? withoutFilters(search.field.text) : null,
  };
}

function whyNothing({ list, search, filters, anywhere }: State): string {
  if (!list.isKnown) return "The sessions are still being read.";
  if (search) {
    const isOpen = search.found.isSearching || list.next !== null;
    return isOpen ? "Nothing yet; still searching." : "No session matches. Esc shows all.";
  }
  if (filters.state !== null || filters.agent !== null) return "There is no such session. Esc shows all.";
  return filters.isAll || anywhere?.count === 0
    ? "No session. n starts one."
    : "No session here. a shows all, n starts one.";
}
