import { allComments, noChoice, withToggled } from "@reprise/model";
import { targetRow } from "../../kernel/click-zones.ts";
import type { Input } from "../../kernel/input.ts";
import { actionFor, hintOf } from "../../kernel/keys.ts";
import type { Size, Step } from "../../kernel/screen.ts";
import { diffKeys } from "../../widgets/diff/keys.ts";
import { pressDiff } from "../../widgets/diff/press.ts";
import { openedDiff } from "../../widgets/diff/state.ts";
import { typedSearch } from "../../widgets/list-search.ts";
import { isMove, rowsBy } from "../../widgets/scroll.ts";
import { askingKeys } from "../live/asking/keys.ts";
import { asked, tooEarly } from "./asking.ts";
import { openedMenu } from "./filter/menu.ts";
import { pressMenu } from "./filter/menu-press.ts";
import { menuKeys } from "./filter/menu-view.ts";
import { withFilter } from "./filter/with-filter.ts";
import { type Action, keys, searchKeys } from "./keys.ts";
import { detailHeight, layoutOf } from "./layout.ts";
import { detailOf } from "./list/chosen-detail.ts";
import { chosenRow, listedOf } from "./list/rows.ts";
import { pressSearch, searched } from "./list/search.ts";
import { type Answer, keysOf, type Question, questionKeys, refusedKeys } from "./question.ts";
import { fetched } from "./refresh.ts";
import { edit, pressEdit } from "./reply/edit.ts";
import { confirmed, post, scrolledPost } from "./reply/post.ts";
import { answerInList, inLive } from "./run/in-live.ts";
import { inPlan } from "./run/in-plan.ts";
import { fresh, resumed, run } from "./run/start.ts";
import type { State, Task } from "./state.ts";

type ReviewStep = Step<State, Task>;

const pullRequestDiff = {
  title: "Diff of the pull request",
  waiting: "Fetching the diff…",
  keys: diffKeys,
};

/** What is on top gets the input first. */
export function press(state: State, input: Input, size: Size): ReviewStep {
  if (state.plan !== null) return inPlan(state, input, size);
  if (state.isWatching && state.live !== null) return pressWatching(state, input, size);
  if (state.question !== null) return pressQuestion(state, state.question, input, size);
  const { over } = state;
  if (over?.kind === "menu") return pressMenu(state, over.menu, input, size);
  if (over?.kind === "edit") return pressEdit(state, over, input, size);
  if (over?.kind === "diff") {
    const diff = pressDiff(over.diff, input, size);
    return { state: { ...state, over: diff === null ? null : { kind: "diff", diff } } };
  }
  if (state.live !== null && state.live.asking !== null) return answerInList(state, input, size);
  if (input.type === "wheel") return { state: wheeled(state, input, size) };
  if (input.type === "click") return { state: clicked({ ...state, note: null }, input) };
  if (state.search?.isTyping) return { state: pressSearch({ ...state, note: null }, state.search, input, size) };
  if (input.type !== "key") return { state };
  const action = actionFor(keys, input.key);
  return action === null ? { state } : act({ ...state, note: null }, action, size);
}

/** Esc and /back show the comments again; the run continues. */
function pressWatching(state: State, input: Input, size: Size): ReviewStep {
  const { live } = state;
  const isFree = live !== null && live.asking === null && live.anchor === null;
  const key = input.type === "key" ? input.key : null;
  const isBack = key === "enter" && live?.composer.buffer.text.trim() === "/back";
  if (isFree && (key === "escape" || isBack)) return { state: { ...state, isWatching: false } };
  return inLive(state, input, size);
}

function pressQuestion(state: State, question: Question, input: Input, size: Size): ReviewStep {
  if (question.kind === "post") {
    const scrolled = scrolledPost(state, question, input, size);
    if (scrolled !== null) return { state: scrolled };
  }
  if (input.type !== "key") return { state };
  const answer = actionFor(keysOf(question), input.key);
  if (answer === null) return { state };
  // Esc does nothing that could be regretted.
  if (answer === "neither") return { state: { ...state, question: null } };
  if (!canBeSeen(question, size)) return { state };
  return state.guard.isReady ? answered(state, question, answer, size) : tooEarly(state);
}

/** A window without room for it cannot spend or post anything; a run can be ended in any. */
function canBeSeen({ kind }: Question, { columns, rows }: Size): boolean {
  return kind === "cancel" || kind === "leave" || (columns >= 20 && rows >= 3);
}

function answered(before: State, question: Question, answer: Exclude<Answer, "neither">, size: Size): ReviewStep {
  const isYes = answer === "yes";
  const state = { ...before, question: null };
  switch (question.kind) {
    case "resume":
      return isYes ? resumed(state, question.offered) : fresh(state, { declines: question.offered.run });
    case "refused":
      return isYes
        ? {
            state: { ...state, starting: "resuming" },
            tasks: [{ type: "open-plan", route: question.replay }],
          }
        : fresh(state, { declines: question.run });
    case "cancel": {
      const controls = state.live?.controls ?? null;
      const hold = state.live?.hold ?? null;
      if (!isYes || !state.isRunning) return { state };
      if (controls !== null && state.live !== null)
        return {
          state: { ...state, live: { ...state.live, phase: "interrupting" } },
          tasks: [{ type: "live", task: { type: "interrupt", controls } }],
        };
      return hold === null ? { state } : { state, tasks: [{ type: "live", task: { type: "abort", hold } }] };
    }
    case "leave":
      return isYes ? leave(state) : { state };
    case "post":
      return isYes ? confirmed(before, question, size) : { state };
  }
}

/** The run ends first; it is then interrupted, and offered again. */
function leave(state: State): ReviewStep {
  const hold = state.live?.hold ?? null;
  if (!state.isRunning || hold === null || state.isLeaving) return { state, go: { back: true } };
  return {
    state: { ...state, isLeaving: true, note: "Ending the run…" },
    tasks: [{ type: "live", task: { type: "abort", hold } }],
  };
}

function act(state: State, action: Action, size: Size): ReviewStep {
  const layout = layoutOf(state, size);
  if (isMove(action)) return { state: moved(state, rowsBy(action, Math.max(1, layout.list))) };
  const page = Math.max(1, detailHeight(layout) - 1);
  switch (action) {
    case "detail-up":
      return { state: scrolledDetail(state, -1, size) };
    case "detail-down":
      return { state: scrolledDetail(state, 1, size) };
    case "detail-page-up":
      return { state: scrolledDetail(state, -page, size) };
    case "detail-page-down":
      return { state: scrolledDetail(state, page, size) };
    case "choose": {
      const row = chosenRow(state);
      if (row === null) return { state };
      return { state: { ...state, choice: withToggled(state.choice, row.comment.id, listedOf(state).comments) } };
    }
    case "state": {
      const other = state.filter.state === "all" ? "unresolved" : "all";
      const unknown = other === "all" ? null : (state.fetched?.resolutionProblem ?? null);
      const note = unknown === null ? null : `Which threads are resolved is unknown: ${unknown}`;
      return withFilter({ ...state, note }, { ...state.filter, state: other }, null, size);
    }
    case "search":
      return { state: { ...state, search: typedSearch(state.search) } };
    case "filter":
      return { state: { ...state, over: { kind: "menu", menu: openedMenu } } };
    case "refresh":
      return fetched(state);
    case "diff":
      return {
        state: { ...state, over: { kind: "diff", diff: openedDiff(pullRequestDiff) } },
        tasks: [{ type: "diff" }],
      };
    case "run":
      return run(state);
    case "watch":
      return state.live === null
        ? { state: { ...state, note: "No run was started here yet. x starts one." } }
        : { state: { ...state, isWatching: true } };
    case "edit":
      return edit(state);
    case "post":
      return post(state);
    case "escape":
      return escaped(state, size);
    case "copy": {
      const row = chosenRow(state);
      if (row === null) return { state: { ...state, note: "No comment is chosen." } };
      const text = row.comment.body ?? "";
      return { state: { ...state, note: "Copied the comment." }, tasks: [{ type: "copy", text }] };
    }
    case "back":
      return state.isRunning || state.starting !== null
        ? asked(state, { kind: "leave" })
        : { state, go: { back: true } };
    case "help":
      return { state, go: { to: help } };
  }
}

/** The nearest of what is open. */
function escaped(state: State, size: Size): ReviewStep {
  const calm = { ...state, error: null, fetchProblem: null, outcome: null };
  if (state.isRunning) return asked(calm, { kind: "cancel" });
  if (state.starting !== null)
    return {
      state: {
        ...calm,
        starting: null,
        attempt: state.attempt + 1,
        worked: [],
        note: "Nothing was started.",
      },
    };
  const hadMessage = state.error !== null || state.outcome !== null || state.fetchProblem !== null;
  if (hadMessage) return { state: calm };
  if (state.search !== null) return { state: searched(state, null, size) };
  if (state.choice.size > 0) return { state: { ...state, choice: noChoice } };
  const { state: shown, ...parts } = state.filter;
  if (Object.values(parts).some((part) => part !== null))
    return withFilter(state, { ...allComments, state: shown }, null, size);
  return { state, go: { escape: true } };
}

/** Scrolls what the pointer is over. */
function wheeled(state: State, { lines, row, column }: Input & { type: "wheel" }, size: Size): State {
  const layout = layoutOf(state, size);
  const isOverDetail = layout.isBeside ? column > layout.listColumns : row >= layout.head + layout.list;
  return isOverDetail && layout.detail > 0 ? scrolledDetail(state, lines, size) : moved(state, lines);
}

/** Selects the comment. */
function clicked(state: State, { target }: Input & { type: "click" }): State {
  const chosen = targetRow(target);
  return chosen === null ? state : { ...state, scroll: { ...state.scroll, chosen } };
}

function moved(state: State, rows: number): State {
  const chosen = Math.max(0, state.scroll.chosen + rows);
  return { ...state, scroll: { ...state.scroll, chosen } };
}

function scrolledDetail(state: State, by: number, size: Size): State {
  const row = chosenRow(state);
  if (row === null) return state;
  const layout = layoutOf(state, size);
  const lines = detailOf(state, row.comment, layout).length;
  const lowest = Math.max(0, lines - detailHeight(layout));
  return { ...state, detailTop: Math.max(0, Math.min(Math.min(state.detailTop, lowest) + by, lowest)) };
}

const help = {
  screen: "help",
  title: "Review",
  sections: [
    { title: "Keys", hints: keys.map(hintOf) },
    { title: "While a search is typed", hints: searchKeys.map(hintOf) },
    { title: "When a question is asked", hints: questionKeys.map(hintOf) },
    { title: "When a resume was refused", hints: refusedKeys.map(hintOf) },
    {
      title: "In the filter",
      hints: menuKeys.map(hintOf),
      text: "Every other key types what is looked for.",
    },
    { title: "In the diff", hints: diffKeys.map(hintOf) },
    { title: "When the agent asks", hints: askingKeys.map(hintOf) },
    {
      title: "Marks",
      hints: [
        { key: "●", label: "chosen: x runs on these alone" },
        { key: "✓", label: "the last run changed lines near the comment" },
        { key: "~", label: "it changed the file, but not there" },
        { key: "–", label: "the file is unchanged" },
        { key: "?", label: "not known: it names no file, or a command may have changed it" },
        { key: "■", label: "the thread is resolved" },
        { key: "□", label: "the thread is not resolved; without a mark it is unknown" },
        { key: "↩", label: "a reply was posted from here" },
      ],
      text: "What changed is read from the edits of the run and from git, not from what the agent says.",
    },
  ],
} as const;
