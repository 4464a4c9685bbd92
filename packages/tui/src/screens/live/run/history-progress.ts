import { type Entry, type SessionId, type SessionSummary, turnsIn, withEarlier, withEntries } from "@reprise/model";
import { withHistory } from "../../../composer/index.ts";
import type { LiveRoute } from "../../../kernel/route.ts";
import { type HistoryProgress, isRestored, type LiveMessage, type LiveState, type LiveTask } from "../state.ts";

/** Maximum entries held for segments not sent yet. */
const mostUntold = 3_000;

export const noHistory: HistoryProgress = { next: null, isReading: false, toldTo: null };

/** The session whose history is shown: a stopped replay may name the new one, which has only a part. */
export function historySession({
  session,
  plan,
}: LiveRoute & { readonly kind: "restore" }): SessionSummary | SessionId {
  return plan.session === session.id ? session : plan.session;
}

/** Shows a replay's history as it is sent; read in pieces from the first turn. */
export function readHistory(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  const { beginning, historyProgress, untold } = state;
  if (beginning.kind !== "restore") return state;
  const { next, isReading, toldTo } = historyProgress;
  if (isRestored(state)) {
    const isShort = !isRestored(before) && (next !== null || isReading);
    if (!isShort) return state;
    // The user continues now, so read its end.
    tasks.push({ type: "read", session: historySession(beginning), to: turnsIn(beginning.plan)?.to ?? null });
    return { ...state, historyProgress: noHistory };
  }
  const to = turnsIn(beginning.plan)?.to ?? null;
  if (isReading || next === null || to === null || toldTo === null || untold.length > mostUntold) return state;
  tasks.push({ type: "read-untold", session: historySession(beginning), from: next, to });
  return { ...state, historyProgress: { ...historyProgress, isReading: true } };
}

/** Another piece of history was read; shows the part already sent. */
export function historyRead(state: LiveState, event: LiveMessage & { readonly type: "untold" }): LiveState {
  if (isRestored(state)) return state;
  const { history, ...composer } = state.composer;
  const more = {
    ...state,
    composer: withHistory({ ...composer, history: event.prompts }, history),
    untold: [...state.untold, ...event.entries],
    historyProgress: { ...state.historyProgress, next: event.next, isReading: false },
  };
  const { toldTo } = state.historyProgress;
  return toldTo === null ? more : sentUpTo(more, toldTo);
}

export function sentUpTo(state: LiveState, key: string): LiveState {
  const isThere = state.untold.some((entry) => entry.key === key);
  const historyProgress = { ...state.historyProgress, toldTo: isThere ? null : key };
  return appear({ ...state, historyProgress }, (entry) => entry.key === key);
}

/** All of it is sent. If sending overtook reading, its entries give way to the end, which is read next. */
export function sentWhole(state: LiveState): LiveState {
  const { next, isReading } = state.historyProgress;
  if (next === null && !isReading) return appear(state, () => true);
  const { entries } = state.view;
  const list = entries.list.filter((entry) => entry.kind === "line" && !entry.isTurnEnd);
  return { ...state, untold: [], view: withEntries(state.view, { ...entries, list }) };
}

export function appear(state: LiveState, isTold: (entry: Entry) => boolean): LiveState {
  // Entries in between are not sent to the model, but keep their position.
  const end = state.untold.findLastIndex(isTold) + 1;
  const now = state.untold.slice(0, end);
  if (end === 0) return state;
  const { entries } = state.view;
  const grown = withEarlier({ ...entries, list: now }, entries.list);
  return { ...state, view: withEntries(state.view, grown), untold: state.untold.slice(end) };
}
