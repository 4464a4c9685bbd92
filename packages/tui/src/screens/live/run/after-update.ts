import { newQuestion, pressedTooEarly, quietMs } from "@reprise/model";
import type { Step } from "../../../kernel/screen.ts";
import { type Asking, activeAsk, askingAbout } from "../asking/ask.ts";
import { guardUntouched } from "../prompt/enter-guard.ts";
import { unsentText } from "../prompt/unsent-text.ts";
import type { LiveMessage, LiveState, LiveTask } from "../state.ts";
import { readHistory } from "./history-progress.ts";

const draftMs = 400;
/** Where it cannot be written, it is tried again so often. */
const draftAgainMs = 5000;
/** Nothing is answered by a key that was meant for the composer: so long no key must have been pressed. */
const armMs = { empty: quietMs, writing: 1000 };
const tickMs = 100;

export const tickTask: LiveTask = { type: "wait", ms: tickMs, message: { type: "tick" } };

/** What follows from any change: the draft goes to disk, a new modal is armed, the light runs on. */
export function afterUpdate(before: LiveState, step: Step<LiveState, LiveTask>): Step<LiveState, LiveTask> {
  const tasks = [...(step.tasks ?? [])];
  const drawn = guardUntouched(before, drafted(before, step.state, tasks), tasks);
  const state = readHistory(before, timed(ticking(asked(drawn, tasks), tasks), tasks), tasks);
  return { ...step, state: counted(before, state), tasks };
}

/** More than this at once was not typed: it is pasted, or given back. */
const fewLetters = 8;

/** Typed letters are on disk after `draftMs`, and while more is typed as often again; what comes at once is there at once. */
function drafted(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  const moved = withPlace(before, state, tasks);
  const { text } = unsentText(moved);
  const { isDue, saved, problem } = moved.draft;
  const grownBy = Math.abs(text.length - unsentText(before).text.length);
  if (
    text !== "" &&
    problem === null &&
    (moved.givenBack.length > 0 || (grownBy > fewLetters && text !== saved))
  ) {
    const { state: kept, tasks: saving = [] } = draftSaved(moved);
    tasks.push(...saving);
    return { ...kept, draft: { ...kept.draft, isDue } };
  }
  if (isDue || text === saved) return moved;
  // What was sent must not come back as a draft.
  if (text === "" && problem === null) {
    tasks.push({ type: "save-draft", place: moved.draft.place, text: "", cursor: 0 });
    return { ...moved, draft: { ...moved.draft, saved: "" } };
  }
  const ms = problem === null ? draftMs : draftAgainMs;
  tasks.push({ type: "wait", ms, message: { type: "draft-due" } });
  return { ...moved, draft: { ...moved.draft, isDue: true } };
}

/** A session that has got its name keeps the draft from now on. */
function withPlace(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  const { session } = state.view;
  if (session === null || session === before.view.session) return state;
  const { place, saved } = state.draft;
  if (place === session) return state;
  const { text, cursor } = unsentText(state);
  if (text !== "") tasks.push({ type: "save-draft", place: session, text, cursor });
  if (saved !== "") tasks.push({ type: "save-draft", place, text: "", cursor: 0 });
  return { ...state, draft: { ...state.draft, place: session, saved: text } };
}

export function draftSaved(state: LiveState): Step<LiveState, LiveTask> {
  const { text, cursor } = unsentText(state);
  const draft = { ...state.draft, isDue: false };
  const { givenBack: drops } = state;
  if (text === draft.saved && drops.length === 0) return { state: { ...state, draft } };
  return {
    state: { ...state, givenBack: [], draft: { ...draft, saved: text } },
    tasks: [
      { ...{ type: "save-draft", place: draft.place, text, cursor }, ...(drops.length > 0 ? { drops } : {}) },
    ],
  };
}

/** A full disk may have room again: what could not be kept is not taken for kept. */
export function draftKept(
  state: LiveState,
  { place, problem }: LiveMessage & { readonly type: "draft-kept" },
): LiveState {
  const { draft, banner } = state;
  if (place !== draft.place || (problem === null && draft.problem === null)) return state;
  if (problem !== null) {
    const told = problem === draft.problem ? banner : { text: problem, canRetry: false };
    return { ...state, banner: told, draft: { ...draft, saved: null, problem } };
  }
  return {
    ...state,
    banner: banner?.text === draft.problem ? null : banner,
    draft: { ...draft, problem },
  };
}

function asked(state: LiveState, tasks: LiveTask[]): LiveState {
  const active = activeAsk(state.asks);
  if (active === null) return state.asking === null ? state : { ...state, asking: null };
  if (state.asking?.id === active.id) return state;
  const guard = state.asking ? pressedTooEarly(state.asking.guard) : newQuestion;
  const asking = { ...askingAbout(active.id), guard };
  tasks.push(armTask(state, asking));
  return { ...state, asking };
}

export function armTask(
  { composer }: LiveState,
  { id, guard: { edition } }: Pick<Asking, "id" | "guard">,
): LiveTask {
  const ms = composer.buffer.text === "" ? armMs.empty : armMs.writing;
  return { type: "wait", ms, message: { type: "armed", id, edition } };
}

function ticking(state: LiveState, tasks: LiveTask[]): LiveState {
  if (state.handshake !== "checking" || state.isTicking) return state;
  tasks.push(tickTask);
  return { ...state, isTicking: true };
}

/** While a turn runs, the clock is looked at each second. */
function timed(state: LiveState, tasks: LiveTask[]): LiveState {
  if (state.view.working === null || state.isClocked) return state;
  tasks.push({ type: "clock", ms: state.clock === null ? 0 : 1000 });
  return { ...state, isClocked: true };
}

function counted(before: LiveState, state: LiveState): LiveState {
  if (state.anchor === null) return state.newCount === 0 ? state : { ...state, newCount: 0 };
  const more = state.view.entries.list.length - before.view.entries.list.length;
  return more > 0 ? { ...state, newCount: state.newCount + more } : state;
}
