import { type Annotated, isSameAnnotation, waitOver } from "@reprise/model";
import { type Input, isInput } from "../../kernel/input.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { actionRoute } from "./actions.ts";
import { catchUp } from "./list/early-keys.ts";
import { askOn, changed, takePage } from "./list/pages.ts";
import { withSelectionInView } from "./list/selection.ts";
import type { Message, Task } from "./messages.ts";
import { offerShown } from "./offer/offer.ts";
import { takeAgents } from "./panel/new-session.ts";
import { annotatedWords, takeAnnotation } from "./panel/tidy.ts";
import { act, press } from "./press.ts";
import { askPreview } from "./preview/ask-preview.ts";
import { withPreviewed } from "./preview/preview.ts";
import { scopeOf } from "./query.ts";
import { takeHits } from "./search/search.ts";
import type { Listing, Panel, State } from "./state.ts";

type SessionsEvent = Input | Message | Returned | Failed;

export function update(before: State, event: SessionsEvent, size: Size): Step<State, Task> {
  const step = isInput(event)
    ? press(event.type === "resize" ? before : { ...before, left: null }, event, size)
    : caughtUp(told(before, event), size);
  const state = withSelectionInView(step.state, size);
  // A failed query is not repeated automatically, or it would fail forever.
  const on: Step<State, Task> = event.type === "list-failed" ? { state } : askOn(state, size);
  const shown = askPreview(on.state, size);
  const tasks = [...(step.tasks ?? []), ...(on.tasks ?? []), ...(shown.tasks ?? [])];
  return { ...step, state: shown.state, tasks };
}

function caughtUp(step: Step<State, Task>, size: Size): Step<State, Task> {
  if (step.go) return step;
  return catchUp(step, (state, wish) => act(state, wish, size));
}

function told(state: State, event: Message | Returned | Failed): Step<State, Task> {
  switch (event.type) {
    case "page": {
      const step = takePage(state, event);
      return { ...step, state: withAsked(stillSaid(step.state), step.tasks ?? []) };
    }
    case "list-failed":
      if (event.epoch !== state.list.epoch) return { state };
      return { state: { ...state, list: failed(state.list, event.reason) } };
    case "anywhere":
      return { state: { ...state, anywhere: event.anywhere } };
    case "now":
      return { state: { ...state, now: event.now } };
    case "changed":
      return { state: changed(state, event.sessions ?? "top") };
    case "status":
      return { state: withStatus(state, event) };
    case "projects":
      return { state: { ...state, runs: { ...state.runs, unfinishedProjects: event.unfinishedCount } } };
    case "offered":
      return offerShown({ ...state, offer: event.offered });
    case "offer-ready":
      return { state: { ...state, offerGuard: waitOver(state.offerGuard, event.edition) } };
    case "hits":
    case "search-progress":
    case "search-failed":
    case "searched":
      return { state: takeHits(state, event) };
    case "agents":
      return takeAgents(state, event);
    case "counted":
      return { state: { ...state, panel: withCount(state.panel, event.option, event.count) } };
    case "dismissed": {
      const text = event.isDismissed
        ? "Dismissed: it stays listed, and is no longer counted or offered. x lets it count again."
        : "It counts again.";
      const note = { text, tone: "plain" } as const;
      const isOffered = !event.isDismissed || state.offer?.session?.id !== event.session;
      const offer = isOffered ? state.offer : null;
      return { state: { ...state, note, offer }, tasks: [{ do: "status", scope: scopeOf(state) }] };
    }
    case "tidy":
      return { state: takeAnnotation(state, event.session, event.annotation) };
    case "annotated":
      return { state: annotated(state, event) };
    case "previewed":
      return { state: { ...state, preview: withPreviewed(state.preview, event.key, event.previewed) } };
    case "note":
      return { state: { ...state, note: { text: event.text, tone: "plain" } } };
    case "failed":
      return { state: { ...state, note: { text: event.reason, tone: "bad" } } };
    case "returned":
      return {
        state: { ...changed(state, "top"), isActing: false, left: event.left ?? null },
        tasks: state.isActing ? [{ do: "status", scope: scopeOf(state) }] : [],
      };
  }
}

/** Saved: its panel closes, and the list is read again. A panel that was opened since stays. */
function annotated(
  state: State,
  { annotated: change, isUndo }: Extract<Message, { readonly type: "annotated" }>,
): State {
  const text = isUndo ? "Undone." : annotatedWords(change);
  const isSame = isSameAnnotation(change.before, change.after);
  return {
    ...changed(state, "anywhere"),
    panel: panelAfter(state.panel, change, isUndo),
    changed: isUndo ? null : isSame ? state.changed : change,
    note: { text, tone: "plain" },
  };
}

function panelAfter(panel: Panel | null, { session, after }: Annotated, isUndo: boolean): Panel | null {
  if (panel?.kind !== "tidy" || panel.session !== session) return panel;
  return isUndo ? { ...panel, annotation: after } : null;
}

/** A note about a session that has changed since may be outdated. */
function stillSaid(state: State): State {
  if (!state.note?.isWhyNot) return state;
  const led = actionRoute(state);
  return { ...state, note: "whyNot" in led ? { ...state.note, text: led.whyNot } : null };
}

/** Don't show rows of another list in place of a failed one. */
function failed(list: Listing, problem: string): Listing {
  return { ...list, asking: null, isStale: false, problem, rows: list.isKnown ? list.rows : [] };
}

function withAsked(state: State, tasks: readonly Task[]): State {
  const has = (name: Task["do"]) => tasks.some((task) => task.do === name);
  const { runs } = state;
  return {
    ...state,
    isWatching: state.isWatching || has("watch"),
    runs: {
      ...runs,
      isAll: has("status") ? state.filters.isAll : runs.isAll,
      isOfferAsked: runs.isOfferAsked || has("offer"),
    },
  };
}

function withStatus(
  state: State,
  { isAll, interruptedCount, newest, waitingCount }: Extract<Message, { type: "status" }>,
): State {
  if (isAll !== state.filters.isAll) return state;
  return { ...state, runs: { ...state.runs, interruptedCount, newest, waitingCount } };
}

function withCount(panel: Panel | null, option: string, count: number): Panel | null {
  if (panel?.kind !== "filter") return panel;
  return { ...panel, counts: new Map(panel.counts).set(option, count) };
}
