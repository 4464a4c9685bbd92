import { waitOver } from "@reprise/model";
import { type Input, isInput } from "../../kernel/input.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { keepInView } from "../../widgets/scroll.ts";
import { sameChosen } from "./filter/with-filter.ts";
import { layoutOf } from "./layout.ts";
import { chosenRow, listedOf } from "./list/rows.ts";
import { press } from "./press.ts";
import { fetchIfDue, onDue, onFetched, onNotFetched } from "./refresh.ts";
import { notPosted, onPosted } from "./reply/post.ts";
import { inLive } from "./run/in-live.ts";
import { inPlan } from "./run/in-plan.ts";
import { notStarted, onConcluded, onOffer, onRefused } from "./run/start.ts";
import type { Message, RoutedTask, State, Task } from "./state.ts";

type ReviewStep = Step<State, Task>;

export function update(before: State, event: Input | Message | Returned | Failed, size: Size): Step<State, RoutedTask> {
  const step = isInput(event) ? press(before, event, size) : took(before, event, size);
  const next = fetchIfDue({ ...step, state: inView(before, step.state, size) });
  const { route, attempt } = next.state;
  return { ...next, tasks: (next.tasks ?? []).map((task) => ({ route, attempt, task })) };
}

function inView(before: State, state: State, size: Size): State {
  const { rows } = listedOf(state);
  const scroll = keepInView(state.scroll, rows.length, layoutOf(state, size).list);
  const next = { ...state, scroll };
  // Another comment is shown from its start.
  const isSame = chosenRow(before)?.comment.id === chosenRow(next)?.comment.id;
  return isSame ? next : { ...next, detailTop: 0 };
}

function took(state: State, event: Message | Returned | Failed, size: Size): ReviewStep {
  switch (event.type) {
    case "fetched":
      return onFetched(state, event, size);
    case "not-fetched":
      return onNotFetched(state, event);
    case "refresh-due":
      return onDue(state, event.edition);
    case "commits": {
      if (event.range !== state.filter.range) return { state };
      return { state: sameChosen(state, { ...state, commits: event.commits, note: null }, size) };
    }
    case "diff":
      return state.over?.kind === "diff"
        ? { state: { ...state, over: { kind: "diff", diff: { ...state.over.diff, text: event.text } } } }
        : { state };
    case "no-diff":
      return {
        state: { ...state, over: state.over?.kind === "diff" ? null : state.over, error: event.reason },
      };
    case "quiet":
      return { state: { ...state, guard: waitOver(state.guard, event.edition) } };
    case "offer":
      return onOffer(state, event);
    case "attempted":
      return event.attempt === state.attempt ? took(state, event.message, size) : { state };
    case "not-started":
      return notStarted(state, event.reason);
    case "refused":
      return onRefused(state, event);
    case "plan-opened": {
      if (state.starting === null) return { state };
      const { state: plan, tasks } = event.opened;
      return {
        state: { ...state, plan, starting: null },
        tasks: tasks.map((task) => ({ type: "plan", task })),
      };
    }
    case "plan":
      return inPlan(state, event.message, size);
    case "live-opened": {
      if (state.starting === null) return { state };
      const { state: live, tasks } = event.opened;
      return {
        state: { ...state, live, starting: null, isRunning: true, isWatching: false, report: null },
        tasks: tasks.map((task) => ({ type: "live", task })),
      };
    }
    case "live":
      return inLive(state, event.message, size);
    case "concluded":
      return onConcluded(state, event);
    case "drafts":
      return { state: { ...state, drafts: event.drafts } };
    case "posted":
      return onPosted(state, event);
    case "not-posted":
      return notPosted(state, event);
    case "returned":
      return returned(state, event, size);
    case "failed":
      return { state: { ...state, error: event.reason } };
  }
}

/** From the help, or from the user's editor, which has saved what it was given. */
function returned(state: State, event: Returned, size: Size): ReviewStep {
  if (state.plan !== null) return inPlan(state, event, size);
  const step = state.live === null ? { state } : inLive(state, event, size);
  return { ...step, tasks: [...(step.tasks ?? []), { type: "load-drafts" }] };
}
