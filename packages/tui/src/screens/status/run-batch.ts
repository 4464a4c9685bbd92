import { needsPerson } from "@reprise/model";
import type { Size, Step } from "../../kernel/screen.ts";
import { isMove, rowsBy } from "../../widgets/scroll.ts";
import { readyEntries, withEntry } from "./batch.ts";
import type { Action } from "./keys.ts";
import { bodyHeight, scrolled } from "./layout.ts";
import { rowsToRestore } from "./marks.ts";
import { type Message, type State, statusTask, type Task } from "./state.ts";
import { keyOf } from "./status-row.ts";

type StatusStep = Step<State, Task>;

/** Plans all of them, which only reads; the plans are shown before anything starts. */
export function planBatch(state: State): StatusStep {
  const rows = rowsToRestore(state);
  if (rows.length === 0) return { state: { ...state, note: "Nothing to resume." } };
  const round = state.request + 1;
  const cases = rows.map((row) => {
    return { key: keyOf(row), title: row.title === "" ? "(no prompt)" : row.title, ...unknown };
  });
  const sessions = rows.flatMap((row) => (row.session === null ? [] : [{ key: keyOf(row), session: row.session }]));
  return {
    state: {
      ...state,
      request: round,
      top: 0,
      batch: { phase: "planning", round, cases, isLeaving: false },
    },
    tasks: [{ type: "plan-all", round, sessions }],
  };
}

const unknown = { plan: null, leftOut: null, progress: null } as const;

export function actOnBatch(state: State, action: Action, size: Size): StatusStep {
  if (action === "restore") return start(state);
  if (action === "back" || action === "escape") return leave(state);
  if (!isMove(action)) return { state: { ...state, note: "Enter or Esc first." } };
  return { state: scrolled(state, state.top + rowsBy(action, Math.max(1, bodyHeight(size))), size) };
}

function start(state: State): StatusStep {
  const { batch } = state;
  if (batch === null || batch.phase === "over") return close(state);
  if (batch.phase === "planning") return { state: { ...state, note: "The plans are not ready yet." } };
  if (batch.phase === "running") return { state: { ...state, note: "They are being resumed." } };
  const plans = readyEntries(batch).map(({ key, plan }) => ({ key, plan }));
  if (plans.length === 0)
    return { state: { ...state, note: "None of them can resume without a question. Esc goes back." } };
  return {
    state: { ...state, batch: { ...batch, phase: "running" } },
    tasks: [{ type: "restore-all", plans }],
  };
}

/** A single key press does not stop a running batch. */
function leave(state: State): StatusStep {
  const { batch } = state;
  if (batch?.phase !== "running") return close(state);
  if (batch.isLeaving) return { state, go: { back: true } };
  const note = "Esc again stops the current one and leaves.";
  return { state: { ...state, note, batch: { ...batch, isLeaving: true } } };
}

function close(state: State): StatusStep {
  const next = { ...state, batch: null, top: 0, request: state.request + 1 };
  return { state: next, tasks: [statusTask(next)] };
}

type BatchMessage = Extract<Message, { type: `case-${string}` | `all-${string}` }>;

export function withProgress(state: State, message: BatchMessage): StatusStep {
  const { batch } = state;
  if (batch === null || ("round" in message && message.round !== batch.round)) return { state };
  switch (message.type) {
    case "case-planned": {
      const change = { plan: message.plan, leftOut: needsPerson(message.plan) };
      return { state: { ...state, batch: withEntry(batch, message.key, change) } };
    }
    case "case-failed":
      return { state: { ...state, batch: withEntry(batch, message.key, { leftOut: message.reason }) } };
    case "all-planned":
      return { state: { ...state, note: null, batch: { ...batch, phase: "asking" } } };
    case "case-progress":
      return { state: { ...state, batch: withEntry(batch, message.key, { progress: message.text }) } };
    case "all-over":
      return { state: { ...state, batch: { ...batch, phase: "over" } } };
  }
}
