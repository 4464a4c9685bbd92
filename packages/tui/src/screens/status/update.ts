import { notShownWords, type RunId, type StatusRow, type Timestamp } from "@reprise/model";
import { targetAction, targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Failed, Returned, Size, Step } from "../../kernel/screen.ts";
import { agentItself } from "../../widgets/agent-itself.ts";
import { isMove, type Move, rowsBy } from "../../widgets/scroll.ts";
import { type Action, keys } from "./keys.ts";
import { bodyHeight, scrolled, topFor } from "./layout.ts";
import { comeBack, restoreAll, toggleMark } from "./marks.ts";
import { actOnBatch, planBatch, withProgress } from "./run-batch.ts";
import { chosenRow, type Message, type State, statusTask, type Task, withRows } from "./state.ts";
import { hasPrompt, isLive, keyOf, whyNotRestore } from "./status-row.ts";

type StatusStep = Step<State, Task>;

export function update(state: State, event: Input | Message | Returned | Failed, size: Size): StatusStep {
  switch (event.type) {
    case "key": {
      const action = actionFor(keys, event.key);
      if (action === null) return { state };
      const fresh = { ...state, note: null, wish: null };
      if (isAwaiting(fresh) && isWish(action)) return { state: { ...fresh, wish: action } };
      return (fresh.batch === null ? act : actOnBatch)(fresh, action, size);
    }
    case "wheel":
      return { state: scrolled(state, state.top + event.lines, size) };
    case "resize":
      return { state: shown(state, size) };
    case "rows":
      if (event.request !== state.request) return { state };
      return caughtUp(shown({ ...withRows(state, event.rows), notShown: notShownWords(event.notShown) }, size), size);
    case "no-rows":
      if (event.request !== state.request) return { state };
      return { state: { ...state, failure: event.reason, wish: null } };
    case "found":
      return found(state, event);
    case "dismissed":
      return lookAgain({ ...state, note: event.isDismissed ? dismissedNote : "It counts again." });
    case "returned":
      return comeBack(state);
    case "failed":
      return { state: { ...state, note: event.reason, opened: null } };
    case "note":
      return { state: { ...state, note: event.text } };
    case "click":
      return clicked({ ...state, note: null, wish: null }, event, size);
    case "paste":
      return { state };
    default:
      return withProgress(state, event);
  }
}

/** Selects a session; a second click restores it, as Enter does. The action at the foot is Enter. */
function clicked(state: State, { target, isAgain }: Input & { type: "click" }, size: Size): StatusStep {
  const isEnter = targetAction(target) !== null;
  if (state.batch !== null) return isEnter ? actOnBatch(state, "restore", size) : { state };
  const row = targetRow(target);
  if (row === null) return isEnter ? act(state, "restore", size) : { state };
  const chosen = shown({ ...state, chosen: row }, size);
  return isAgain && row === state.chosen ? act(chosen, "restore", size) : { state: chosen };
}

function isAwaiting({ rows, failure }: State): boolean {
  return rows === null && failure === null;
}

function isWish(action: Action): action is NonNullable<State["wish"]> {
  return action === "restore" || action === "view" || action === "all" || action === "at-once";
}

function caughtUp(state: State, size: Size): StatusStep {
  return state.wish === null ? { state } : act({ ...state, wish: null }, state.wish, size);
}

function act(state: State, action: Action, size: Size): StatusStep {
  if (isMove(action)) return { state: moved(state, action, size) };
  switch (action) {
    case "restore":
      return restore(state);
    case "back":
      return { state, go: { back: true } };
    case "escape":
      return { state, go: { escape: true } };
    case "mark":
      return toggleMark(state);
    case "all":
      return shownStep(restoreAll(state), size);
    case "at-once":
      return planBatch(state);
    case "scope":
      return lookAgain({ ...state, isEveryProject: !state.isEveryProject, rows: null, marked: new Set() });
    case "refresh":
      return lookAgain(state);
    case "view":
      return view(state);
    case "dismiss":
      return dismiss(state);
    case "copy":
    case "copy-command":
    case "open-agent":
    case "edit":
      return withSession(state, action);
    case "help":
      return { state, go: { to: help } };
  }
}

/** Rows move the selection; pages move the view, since a row may fill more than a page. */
function moved(state: State, move: Move, size: Size): State {
  const rows = rowsBy(move, Math.max(1, bodyHeight(size)));
  if (move.includes("page")) return scrolled(state, state.top + rows, size);
  const last = (state.rows?.length ?? 0) - 1;
  return shown({ ...state, chosen: Math.max(0, Math.min(state.chosen + rows, last)) }, size);
}

const help = {
  screen: "help",
  title: "Interrupted and running",
  sections: [{ title: "Keys", hints: keys.map(hintOf) }],
} as const;

function lookAgain(state: State): StatusStep {
  const next = { ...state, request: state.request + 1, failure: null };
  return { state: next, tasks: [statusTask(next)] };
}

/** Nothing starts here: the restore screen asks first. */
function restore(state: State): StatusStep {
  const row = chosenRow(state);
  if (row === null) return { state };
  if (row.project !== null && !isLive(row))
    return { state, go: { to: { screen: "project", begin: { kind: "open", path: row.project } } } };
  if (hasPrompt(row)) return takenUp(state, row);
  const reason = whyNotRestore(row);
  if (reason !== null || row.session === null) return { state: { ...state, note: reason } };
  const opened = keyOf(row);
  return { state: { ...state, opened }, tasks: [{ type: "find", purpose: "restore", session: row.session }] };
}

/** A prompt for one agent is not sent to another. */
function takenUp(state: State, row: StatusRow & { run: RunId; unsentPrompt: string }): StatusStep {
  const { agent, run, unsentPrompt: text, updatedAt } = row;
  const draft = { text, cursor: text.length, savedAt: updatedAt ?? ("" as Timestamp) };
  const begin = { kind: "new", draft, from: null, carries: [run] } as const;
  return { state, tasks: [{ type: "prefer", agent }], go: { to: { screen: "live", begin } } };
}

const dismissedNote = "Dismissed: no longer counted or offered. x undoes this.";

function dismiss(state: State): StatusStep {
  const row = chosenRow(state);
  if (row === null) return { state };
  if (row.session === null || isLive(row))
    return { state: { ...state, note: "Only an interrupted session can be dismissed." } };
  const { session, isDismissed } = row;
  return { state, tasks: [{ type: "dismiss", session, isDismissed: !isDismissed }] };
}

function withSession(state: State, action: "copy" | "copy-command" | "open-agent" | "edit"): StatusStep {
  const session = chosenRow(state)?.session ?? null;
  if (session === null) return { state: { ...state, note: "The agent has recorded no session here." } };
  switch (action) {
    case "copy":
      return {
        state: { ...state, note: `Copied ${session}` },
        tasks: [{ type: "copy", text: session }],
      };
    case "copy-command":
      return { state, tasks: [{ type: "copy-command", session }] };
    case "open-agent":
      return { state, tasks: [{ type: "find", purpose: "open", session }] };
    case "edit":
      return { state, go: { outside: (world) => world.openInEditor(session) } };
  }
}

function view(state: State): StatusStep {
  const session = chosenRow(state)?.session ?? null;
  if (session === null) return { state: { ...state, note: "Nothing to view." } };
  return { state, tasks: [{ type: "find", purpose: "view", session }] };
}

function found(state: State, { purpose, session }: Message & { type: "found" }): StatusStep {
  if (purpose === "open") {
    const led = agentItself(session);
    return "go" in led ? { state, go: led.go } : { state: { ...state, note: led.whyNot } };
  }
  if (purpose === "view") return { state, go: { to: { screen: "viewer", session, at: null, search: null } } };
  const opening = { screen: "restore", session, modes: ["resume"], isStepwise: false, plan: null } as const;
  return { state, go: { to: opening } };
}

function shown(state: State, size: Size): State {
  return { ...state, top: topFor(state, size) };
}

function shownStep(step: StatusStep, size: Size): StatusStep {
  return { ...step, state: shown(step.state, size) };
}
