import { count, type FetchedComments, zonedTime } from "@reprise/model";
import type { Size, Step } from "../../kernel/screen.ts";
import { sameChosen } from "./filter/with-filter.ts";
import type { Message, Refresh, State, Task } from "./state.ts";

type ReviewStep = Step<State, Task>;

const everyMs = 30_000;
const mostMs = 10 * 60_000;

/** Fetches now. */
export function fetched(state: State): ReviewStep {
  if (state.isLoading) return { state };
  const request = state.request + 1;
  const refresh = { ...state.refresh, isDue: false, edition: state.refresh.edition + 1 };
  return {
    state: { ...state, request, isLoading: true, refresh },
    tasks: [{ type: "fetch", request }],
  };
}

/** New comments; the chosen one stays chosen. Hides no message but that of an earlier fetch. */
export function onFetched(
  state: State,
  { request, fetched: news }: Message & { type: "fetched" },
  size: Size,
): ReviewStep {
  if (request < state.request && state.fetched !== null) return { state };
  const isFirst = state.fetched === null;
  const isUnchanged = !isFirst && isEqual(state.fetched, news);
  const known = isUnchanged ? state.fetched : news;
  const [problem] = isFirst ? news.problems : [];
  const note = problem === undefined ? state.note : `${count(news.problems.length, "problem")}: ${problem}`;
  const next: State = { ...state, fetched: known, isLoading: false, fetchProblem: null, note };
  const { refresh, task } = waiting({ ...state.refresh, failures: 0 }, everyMs);
  const shown = known === state.fetched ? next : sameChosen(state, next, size);
  const tasks: Task[] = [task];
  if (isFirst) tasks.push({ type: "conclude", ended: null, comments: news.comments });
  return { state: { ...shown, refresh }, tasks };
}

/** Nothing is laid out again if nothing changed. */
function isEqual(before: FetchedComments | null, after: FetchedComments): boolean {
  if (before === null || before.comments.length !== after.comments.length) return false;
  const [{ fetchedAt: _, ...one }, { fetchedAt: __, ...other }] = [before, after];
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Waits longer each time, and until a rate limit is lifted. */
export function onNotFetched(state: State, event: Message & { type: "not-fetched" }): ReviewStep {
  const { reason, resetsAt, now } = event;
  const failures = state.refresh.failures + 1;
  const untilReset = resetsAt === null ? 0 : Date.parse(resetsAt) - Date.parse(now) + 1000;
  const ms = Math.max(Math.min(mostMs, everyMs * 2 ** (failures - 1)), untilReset);
  const { refresh, task } = waiting({ ...state.refresh, failures }, ms);
  const again = resetsAt === null ? "" : ` The next refresh is after ${zonedTime(resetsAt)}.`;
  const isSaid = resetsAt !== null && reason.includes(zonedTime(resetsAt));
  const words = `${reason}${isSaid ? "" : again}`;
  const fetchProblem = state.fetched === null ? `${words} r tries again.` : `Not refreshed: ${words}`;
  return { state: { ...state, isLoading: false, fetchProblem, refresh }, tasks: [task] };
}

function waiting(before: Refresh, ms: number): { readonly refresh: Refresh; readonly task: Task } {
  const edition = before.edition + 1;
  return { refresh: { ...before, edition, isDue: false }, task: { type: "wait-refresh", edition, ms } };
}

export function onDue(state: State, edition: number): ReviewStep {
  if (edition !== state.refresh.edition) return { state };
  return { state: { ...state, refresh: { ...state.refresh, isDue: true } } };
}

/** Not while a question is open: what it is about must not move. */
export function fetchIfDue(step: ReviewStep): ReviewStep {
  const { state } = step;
  const isBlocked = state.question !== null || state.over?.kind === "edit" || state.plan !== null;
  if (!state.refresh.isDue || isBlocked || state.isLoading) return step;
  const next = fetched(state);
  return { ...step, state: next.state, tasks: [...(step.tasks ?? []), ...(next.tasks ?? [])] };
}
