import type { Size, Step } from "../../kernel/screen.ts";
import { isMove, rowsBy } from "../../widgets/scroll.ts";
import { readyCases, whyAlone, withCase } from "./at-once.ts";
import { keyOf } from "./cut-off.ts";
import type { Action } from "./keys.ts";
import { bodyHeight, scrolled } from "./layout.ts";
import { wantedRows } from "./marks.ts";
import { type Message, type State, statusTask, type Task } from "./state.ts";

type Told = Step<State, Task>;

/** Plans are made of all of them, which reads only; what they come to is shown before anything starts. */
export function planAtOnce(state: State): Told {
  const rows = wantedRows(state);
  if (rows.length === 0) return { state: { ...state, note: "There is nothing to restore." } };
  const round = state.request + 1;
  const cases = rows.map((row) => {
    return { key: keyOf(row), title: row.title === "" ? "(no prompt)" : row.title, ...unknown };
  });
  const sessions = rows.flatMap((row) =>
    row.session === null ? [] : [{ key: keyOf(row), session: row.session }],
  );
  return {
    state: {
      ...state,
      request: round,
      top: 0,
      atOnce: { phase: "planning", round, cases, isLeaving: false },
    },
    tasks: [{ type: "plan-all", round, sessions }],
  };
}

const unknown = { plan: null, leftOut: null, progress: null } as const;

export function actAtOnce(state: State, action: Action, size: Size): Told {
  if (action === "restore") return start(state);
  if (action === "back") return leave(state);
  if (!isMove(action)) return { state: { ...state, note: "Enter or Esc first." } };
  return { state: scrolled(state, state.top + rowsBy(action, Math.max(1, bodyHeight(size))), size) };
}

function start(state: State): Told {
  const { atOnce } = state;
  if (atOnce === null || atOnce.phase === "over") return close(state);
  if (atOnce.phase === "planning") return { state: { ...state, note: "The plans are not made yet." } };
  if (atOnce.phase === "running") return { state: { ...state, note: "They are being restored." } };
  const plans = readyCases(atOnce).map(({ key, plan }) => ({ key, plan }));
  if (plans.length === 0)
    return { state: { ...state, note: "None of them can go on without a question. Esc goes back." } };
  return {
    state: { ...state, atOnce: { ...atOnce, phase: "running" } },
    tasks: [{ type: "restore-all", plans }],
  };
}

/** What runs is not stopped by a key pressed once. */
function leave(state: State): Told {
  const { atOnce } = state;
  if (atOnce?.phase !== "running") return close(state);
  if (atOnce.isLeaving) return { state, go: { back: true } };
  const note = "Esc once more stops what runs and leaves.";
  return { state: { ...state, note, atOnce: { ...atOnce, isLeaving: true } } };
}

function close(state: State): Told {
  const next = { ...state, atOnce: null, top: 0, request: state.request + 1 };
  return { state: next, tasks: [statusTask(next)] };
}

type Heard = Extract<Message, { type: `case-${string}` | `all-${string}` }>;

export function hear(state: State, message: Heard): Told {
  const { atOnce } = state;
  if (atOnce === null || ("round" in message && message.round !== atOnce.round)) return { state };
  switch (message.type) {
    case "case-planned": {
      const change = { plan: message.plan, leftOut: whyAlone(message.plan) };
      return { state: { ...state, atOnce: withCase(atOnce, message.key, change) } };
    }
    case "case-failed":
      return { state: { ...state, atOnce: withCase(atOnce, message.key, { leftOut: message.reason }) } };
    case "all-planned":
      return { state: { ...state, note: null, atOnce: { ...atOnce, phase: "asking" } } };
    case "case-progress":
      return { state: { ...state, atOnce: withCase(atOnce, message.key, { progress: message.text }) } };
    case "all-over":
      return { state: { ...state, atOnce: { ...atOnce, phase: "over" } } };
  }
}
