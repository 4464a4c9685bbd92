import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Opening } from "../../kernel/opening.ts";
import type { Size, Step } from "../../kernel/screen.ts";
import { actionCount, actionOpening } from "./actions.ts";
import { openFilter } from "./filter.ts";
import { offerKeys, panelKeys, type SessionsAction, searchKeys, sessionsKeys } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import type { Task } from "./messages.ts";
import { answerOffer } from "./offer.ts";
import { listAgain } from "./pages.ts";
import { pressInPanel } from "./panels.ts";
import { moved } from "./place.ts";
import { closeSearch, openSearch, pressInSearch, searchingAgain } from "./search.ts";
import { chosenSession, type Filters, offeredIn, type State, shownRows } from "./state.ts";

export function press(before: State, input: Input, size: Size): Step<State, Task> {
  if (input.type === "resize") return { state: before };
  const state = before.note === null ? before : { ...before, note: null };
  if (input.type === "key" && input.key === "ctrl+c") return { state, go: { back: true } };
  if (state.panel) return pressInPanel(state, state.panel, input);
  if (input.type === "wheel") return { state: moved(state, input.lines) };
  if (state.search?.isTyping) return pressInSearch(state, state.search, input, size);
  if (input.type !== "key") return { state };
  const offered = offeredIn(state);
  const answer = actionFor(offerKeys, input.key);
  if (offered && answer) return answerOffer(state, offered, answer);
  const action = actionFor(sessionsKeys, input.key);
  return action === null ? { state } : act(state, action, size);
}

function act(state: State, action: SessionsAction, size: Size): Step<State, Task> {
  const page = layoutOf(state, size).listHeight;
  switch (action) {
    case "up":
      return { state: moved(state, -1) };
    case "down":
      return { state: moved(state, 1) };
    case "page-up":
      return { state: moved(state, -page) };
    case "page-down":
      return { state: moved(state, page) };
    case "top":
      return { state: moved(state, Number.NEGATIVE_INFINITY) };
    case "bottom":
      return { state: { ...moved(state, shownRows(state).length), wantsEnd: state.list.next !== null } };
    case "next-action":
      return { state: { ...state, action: (state.action + 1) % actionCount } };
    case "previous-action":
      return { state: { ...state, action: (state.action + actionCount - 1) % actionCount } };
    case "search":
      return { state: openSearch(state) };
    case "filter":
      return openFilter(state);
    case "scope":
      return filtered(
        { ...state, runs: { ...state.runs, interruptedCount: null } },
        { isAll: !state.filters.isAll },
      );
    case "empty":
      return filtered(state, { hasEmpty: !state.filters.hasEmpty });
    case "subagents":
      return filtered(state, { hasSubagents: !state.filters.hasSubagents });
    case "archived":
      return filtered(state, { hasArchived: !state.filters.hasArchived });
    case "again":
      return filtered(state, {});
    case "warnings":
      if (state.warnings.length === 0) return noted(state, "There are no warnings.");
      return { state: { ...state, panel: { kind: "warnings", top: 0 } } };
    case "copy":
      return copied(state);
    case "close":
      return closed(state);
    default:
      return leave(state, action);
  }
}

/** Keys that lead away from this screen. */
function leave(state: State, action: "act" | "help" | "new" | "crash" | "demo"): Step<State, Task> {
  switch (action) {
    case "act": {
      const led = actionOpening(state);
      return "whyNot" in led ? noted(state, led.whyNot) : gone(state, led.opening);
    }
    case "new":
      return gone(state, { screen: "live", begin: { kind: "new", draft: null, from: null } });
    case "crash":
      if (state.runs.interruptedCount === 0) return noted(state, "Nothing was interrupted.");
      return gone(state, { screen: "crash" });
    case "demo":
      if (!state.here.hasDemo) return noted(state, "`reprise demo` shows every screen with sample sessions.");
      return { state, go: { outside: async (world) => world.demo?.() } };
    case "help":
      return { state, go: { to: help } };
  }
}

const help: Opening = {
  screen: "help",
  title: "Sessions",
  sections: [
    { title: "Keys", hints: sessionsKeys.map(hintOf) },
    { title: "While a search is typed", hints: searchKeys.map(hintOf) },
    { title: "In the filter", hints: panelKeys.map(hintOf) },
    { title: "When an interrupted session is offered", hints: offerKeys.map(hintOf) },
  ],
};

function gone(state: State, opening: Opening): Step<State, Task> {
  return { state: { ...state, isActing: opening.screen !== "viewer" }, go: { to: opening } };
}

function filtered(state: State, changes: Partial<Filters>): Step<State, Task> {
  return searchingAgain(listAgain(state, { ...state.filters, ...changes }));
}

function copied(state: State): Step<State, Task> {
  const session = chosenSession(state);
  if (!session) return noted(state, "There is no session to copy the id of.");
  return { ...noted(state, `Copied ${session.id}`), tasks: [{ do: "copy", text: session.id }] };
}

/** What narrows the list goes first, then the screen. */
function closed(state: State): Step<State, Task> {
  if (state.search) return closeSearch(state);
  const { agent, state: sessionState } = state.filters;
  if (agent !== null || sessionState !== null) return filtered(state, { agent: null, state: null });
  return { state, go: { back: true } };
}

function noted(state: State, text: string): Step<State, Task> {
  return { state: { ...state, note: { text, tone: "plain" } } };
}
