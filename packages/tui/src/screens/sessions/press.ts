import { listOrders } from "@reprise/model";
import { targetAction, targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor } from "../../kernel/keys.ts";
import type { Route } from "../../kernel/route.ts";
import type { Size, Step } from "../../kernel/screen.ts";
import { agentItself } from "../../widgets/agent-itself.ts";
import { isMove, rowsBy } from "../../widgets/scroll.ts";
import { continueRoute } from "../../widgets/session-actions.ts";
import { actionCount, actionRoute } from "./actions.ts";
import { help } from "./help.ts";
import { offerKeys, type SessionsAction, sessionsKeys } from "./keys.ts";
import { layoutOf } from "./layout.ts";
import { keepEarlyKey, withEarlyMove, withoutWish } from "./list/early-keys.ts";
import { toggleKinds } from "./list/kinds.ts";
import { listAgain } from "./list/pages.ts";
import { movedBy } from "./list/selection.ts";
import type { Task } from "./messages.ts";
import { answerOffer, offerShown } from "./offer/offer.ts";
import { openFilter } from "./panel/filter.ts";
import { pressInPanel } from "./panel/press-panel.ts";
import { openTidy } from "./panel/tidy.ts";
import { isOverPane, previewStep, togglePreview } from "./preview/keys.ts";
import { scrollPreview } from "./preview/pane.ts";
import { closeSearch, openSearch, pressInSearch, searchingAgain } from "./search/search.ts";
import { chosenSession, cutOffSession, type Filters, type ListOrder, offeredIn, type State } from "./state.ts";

export function press(before: State, input: Input, size: Size): Step<State, Task> {
  if (input.type === "resize") return { state: before };
  const state = before.note === null ? before : { ...before, note: null };
  const page = layoutOf(state, size).listHeight;
  if (input.type === "key" && input.key === "ctrl+c") return { state, go: { quit: 0 } };
  if (state.panel) return pressInPanel(withoutWish(state), state.panel, input);
  if (input.type === "wheel")
    return {
      state: isOverPane(state, input, size) ? scrollPreview(state, input.lines, size) : turned(state, input.lines),
    };
  if (input.type === "click") return clicked(withoutWish(state), input, size);
  if (state.search?.isTyping)
    return pressInSearch(state, state.search, input, size, (found) => act(found, "act", size));
  if (input.type !== "key") return { state };
  const offered = offeredIn(state);
  const answer = actionFor(offerKeys, input.key);
  if (offered && answer && isOfferSeen(before))
    return state.offerGuard.isReady ? answerOffer(state, offered, answer) : offerShown(state);
  // Otherwise a yes that came too early would copy, and each copy hide the offer again.
  if (offered && answer === "accept") return offerShown(state);
  const action = actionFor(sessionsKeys, input.key);
  if (action === null) return { state };
  const kept = keepEarlyKey(state, action, page);
  return kept === null ? act(withoutWish(state), action, size) : { state: kept };
}

/** A key pressed while another message hides the offer does not answer it. */
function isOfferSeen({ note, earlyKeys }: State): boolean {
  return note === null && earlyKeys.wish === null;
}

/** The wheel, before or after rows are loaded. */
function turned(state: State, lines: number): State {
  return state.list.isKnown ? movedBy(state, lines) : withEarlyMove(state, lines);
}

/** A click selects a row, another on it runs the selected action; a click on an action runs that one. */
function clicked(
  state: State,
  { target, isAgain }: Extract<Input, { readonly type: "click" }>,
  size: Size,
): Step<State, Task> {
  if (!state.list.isKnown) return { state };
  const action = targetAction(target);
  if (action !== null) return act({ ...state, action }, "act", size);
  const row = targetRow(target);
  if (row === null) return { state };
  const { chosen } = state.scroll;
  // Rows may have moved between two clicks: only a row that is selected is opened.
  return isAgain && row === chosen ? act(state, "act", size) : { state: movedBy(state, row - chosen) };
}

export function act(state: State, action: SessionsAction, size: Size): Step<State, Task> {
  if (isMove(action)) {
    const wantsEnd = action === "bottom" && state.list.next !== null;
    const page = layoutOf(state, size).listHeight;
    return { state: { ...movedBy(state, rowsBy(action, page)), wantsEnd } };
  }
  switch (action) {
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
        { ...state, runs: { ...state.runs, interruptedCount: null, newest: null } },
        { isAll: !state.filters.isAll },
      );
    case "unlisted":
      return filtered(state, toggleKinds(state.filters));
    case "sort":
      return filtered(state, { order: nextOrder(state.filters.order) });
    case "tidy": {
      const session = chosenSession(state);
      if (!session) return noted(state, "There is no session to tidy up.");
      return openTidy(state, session);
    }
    case "undo": {
      const { changed } = state;
      if (!changed) return noted(state, "There is nothing to undo.");
      return { state, tasks: [{ do: "undo", changed }] };
    }
    case "preview":
      return togglePreview(state, size);
    case "preview-up":
      return { state: scrollPreview(state, -previewStep, size) };
    case "preview-down":
      return { state: scrollPreview(state, previewStep, size) };
    case "again":
      return filtered(state, {});
    case "warnings":
      if (state.warnings.length === 0) return noted(state, "There are no warnings.");
      return { state: { ...state, panel: { kind: "warnings", top: 0 } } };
    case "copy":
      return copied(state);
    case "copy-command": {
      const session = chosenSession(state);
      if (!session) return noted(state, "There is no session to copy the command of.");
      return { state, tasks: [{ do: "copy-command", session }] };
    }
    case "dismiss": {
      const session = chosenSession(state);
      if (!session) return noted(state, "There is no session to dismiss.");
      return { state, tasks: [{ do: "dismiss", session }] };
    }
    case "back":
      return back(state);
    case "quit":
      return { state, go: { quit: 0 } };
    default:
      return leave(state, action);
  }
}

/** Keys that leave this screen. */
function leave(
  state: State,
  action: "act" | "continue" | "open-agent" | "edit" | "help" | "new" | "status" | "projects" | "demo",
): Step<State, Task> {
  switch (action) {
    case "act": {
      const led = actionRoute(state);
      if (!("whyNot" in led)) return gone(state, led.route);
      return { state: { ...state, note: { text: led.whyNot, tone: "plain", isWhyNot: true } } };
    }
    case "continue": {
      const session = cutOffSession(state);
      if (!session) return noted(state, "Nothing was cut off here.");
      return gone(state, continueRoute(session));
    }
    case "open-agent": {
      const session = chosenSession(state);
      if (!session) return noted(state, "There is no session to open.");
      const led = agentItself(session);
      if ("whyNot" in led) return noted(state, led.whyNot);
      return { state: { ...state, isActing: true }, go: led.go };
    }
    case "edit": {
      const session = chosenSession(state);
      if (!session) return noted(state, "There is no session to open.");
      return { state, go: { outside: (world) => world.openInEditor(session) } };
    }
    case "new":
      return { state, tasks: [{ do: "find-agents" }] };
    case "status":
      return gone(state, { screen: "status", isAll: state.filters.isAll });
    case "projects":
      return gone(state, { screen: "projects", isAll: state.filters.isAll });
    case "demo":
      if (!state.here.hasDemo) return noted(state, "`reprise demo` shows every screen with sample sessions.");
      return { state, go: { outside: async (world) => world.demo?.() } };
    case "help":
      return { state, go: { to: help } };
  }
}

function nextOrder(order: ListOrder): ListOrder {
  return listOrders[(listOrders.indexOf(order) + 1) % listOrders.length] ?? order;
}

function gone(state: State, route: Route): Step<State, Task> {
  return { state: { ...state, isActing: route.screen !== "viewer" }, go: { to: route } };
}

function filtered(state: State, changes: Partial<Filters>): Step<State, Task> {
  return searchingAgain(listAgain(state, { ...state.filters, ...changes }));
}

function copied(state: State): Step<State, Task> {
  const session = chosenSession(state);
  if (!session) return noted(state, "There is no session to copy the id of.");
  return { ...noted(state, `Copied ${session.shortId}`), tasks: [{ do: "copy", text: session.shortId }] };
}

/** Clears the search, then the filters; leaves the screen only to another one. */
function back(state: State): Step<State, Task> {
  if (state.search) return closeSearch(state);
  const { agent, state: sessionState } = state.filters;
  if (agent !== null || sessionState !== null) return filtered(state, { agent: null, state: null });
  return { state, go: { escape: true } };
}

function noted(state: State, text: string): Step<State, Task> {
  return { state: { ...state, note: { text, tone: "plain" } } };
}
