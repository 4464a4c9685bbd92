import { pressedTooEarly } from "@reprise/model";
import { targetAction } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Size, Step } from "../../kernel/screen.ts";
import { inViewer } from "./in-viewer.ts";
import { type Action, historyKeys, keys } from "./keys.ts";
import { isWaitingFor, type MenuEntry, menuOf } from "./menu.ts";
import { isWorking, type State, type Task } from "./state.ts";

type ProjectStep = Step<State, Task>;

export function press(state: State, event: Input, size: Size): ProjectStep {
  if (event.type === "click" && !isInHistory(state)) return clicked({ ...state, note: null }, event, size);
  if (event.type !== "key" || isInHistory(state)) return inViewer(state, event, size);
  const fresh = { ...state, note: null };
  const action = actionFor(keys, event.key);
  if (action !== null) return act(fresh, action, event, size);
  return actionFor(historyKeys, event.key) === null ? { state: fresh } : inViewer(fresh, event, size);
}

/** On an action: selects it, a second click chooses it, with the guard of Enter. Elsewhere it is for the history. */
function clicked(state: State, event: Input & { type: "click" }, size: Size): ProjectStep {
  const chosen = targetAction(event.target);
  if (chosen === null) return inViewer(state, event, size);
  return event.isAgain && chosen === state.chosen ? choose(state) : { state: { ...state, chosen } };
}

/** Words to find are typed, or damage is listed: all keys are for that. */
function isInHistory({ viewer }: State): boolean {
  return viewer !== null && (viewer.typing !== null || viewer.damageTop !== null);
}

function act(state: State, action: Action, event: Input, size: Size): ProjectStep {
  switch (action) {
    case "up":
    case "down":
      return move(state, action === "up" ? -1 : 1, event, size);
    case "act":
      return choose(state);
    case "escape":
      return interruptOrLeave(state);
    case "end":
      return end(state);
    case "back":
      return isWorking(state) || state.phase === "paused"
        ? { state: { ...state, note: "A round runs. Esc interrupts it." } }
        : { state, go: { back: true } };
    case "help":
      return { state, go: { to: help } };
  }
}

const help = {
  screen: "help",
  title: "Project",
  sections: [
    { title: "Keys", hints: keys.map(hintOf) },
    { title: "In the history", hints: historyKeys.map(hintOf) },
    {
      title: "The picture",
      hints: [
        { key: "=", label: "a round that completed" },
        { key: "✓", label: "the goal was met" },
        { key: "x", label: "it failed" },
        { key: "s", label: "it was stopped" },
        { key: ">", label: "it runs" },
        { key: "?", label: "it has no end, and can be continued" },
        { key: "·", label: "a round to come" },
        { key: "+2", label: "commits made in the round above" },
      ],
      text: "One bar for each round, as long as it took.",
    },
  ],
} as const;

/** Without actions to choose from, rows of the history. */
function move(state: State, by: 1 | -1, event: Input, size: Size): ProjectStep {
  const menu = menuOf(state);
  if (menu === null)
    return inViewer(state, event.type === "key" ? { ...event, key: by < 0 ? "up" : "down" } : event, size);
  const { length } = menu.entries;
  return { state: { ...state, chosen: (state.chosen + by + length) % length } };
}

function choose(state: State): ProjectStep {
  const entry = menuOf(state)?.entries[state.chosen];
  if (entry === undefined) return { state };
  if (isWaitingFor(state, entry)) {
    const guard = pressedTooEarly(state.guard);
    return {
      state: { ...state, guard, note: "Press Enter again." },
      tasks: [{ type: "wait", edition: guard.edition }],
    };
  }
  return carryOut(state, entry);
}

function carryOut(state: State, { does }: MenuEntry): ProjectStep {
  const { controls, view, wish } = state;
  if (does === "return") return { state, go: { back: true } };
  if (does === "resume")
    return view === null
      ? { state }
      : { state: { ...state, phase: "starting", activity: null }, tasks: [{ type: "resume", view, wish }] };
  if (controls === null) return { state };
  const what = does === "continue" ? "continueRound" : "stop";
  const phase = does === "continue" ? "running" : "ending";
  return { state: { ...state, phase }, tasks: [{ type: "control", controls, what }] };
}

function interruptOrLeave(state: State): ProjectStep {
  const { phase, controls } = state;
  switch (phase) {
    case "opening":
    case "idle":
      return { state, go: { back: true } };
    case "running":
      if (controls === null) return { state };
      return {
        state: { ...state, phase: "pausing", note: "Interrupting the round…" },
        tasks: [{ type: "control", controls, what: "interrupt" }],
      };
    case "paused":
      return { state: { ...state, note: "Enter chooses. Ctrl-C leaves the round to be resumed later." } };
    default:
      return { state: { ...state, note: "Ctrl-C ends the work now and leaves the round to be resumed." } };
  }
}

/** The first one interrupts, like Esc; the next one ends the work. */
function end(state: State): ProjectStep {
  const { phase, controls, isLeaving } = state;
  if (phase === "opening" || phase === "idle") return { state, go: { back: true } };
  if (phase === "running") return interruptOrLeave(state);
  if (isLeaving) return { state, go: { back: true } };
  const leaving = { ...state, isLeaving: true, note: "Ending the work; the round is left to be resumed…" };
  // While it starts there is nothing to end yet.
  if (controls === null) return { state: leaving };
  return { state: { ...leaving, phase: "ending" }, tasks: [{ type: "control", controls, what: "end" }] };
}
