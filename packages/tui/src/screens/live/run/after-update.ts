import { newQuestion, pressedTooEarly, quietAfterAnswerMs, quietMs } from "@reprise/model";
import { isBlank, rewritten } from "../../../composer/index.ts";
import type { Step } from "../../../kernel/screen.ts";
import { type Asking, activeAsk, askingAbout } from "../asking/ask.ts";
import { commandAt } from "../asking/command-line.ts";
import { completing } from "../completion/completion.ts";
import { guardUntouched } from "../prompt/enter-guard.ts";
import { draftKey, unsentText } from "../prompt/unsent-text.ts";
import type { LiveMessage, LiveState, LiveStep, LiveTask } from "../state.ts";
import { readHistory } from "./history-progress.ts";

const draftMs = 400;
/** Retry interval after a failed write. */
const draftAgainMs = 5000;
/** Time without a key press before a modal takes answers, so that no key meant for the composer answers it. */
const armMs = { empty: quietMs, again: quietAfterAnswerMs, writing: 1000 };
/** How long a key that answered may be held down by accident. */
const answerMs = 1000;
const tickMs = 100;

export const tickTask: LiveTask = { type: "wait", ms: tickMs, message: { type: "tick" } };

/** Effects of any change: saves the draft, arms a new modal, advances the activity indicator. */
export function afterUpdate(before: LiveState, step: Step<LiveState, LiveTask>): Step<LiveState, LiveTask> {
  const tasks = [...(step.tasks ?? [])];
  const drawn = guardUntouched(before, drafted(before, completing(before, step.state, tasks), tasks), tasks);
  const state = readHistory(before, timed(ticking(asked(drawn, tasks), tasks), tasks), tasks);
  return { ...step, state: counted(before, state), tasks };
}

/** A larger change was pasted or given back, not typed. */
const fewLetters = 8;

/** Typed letters are saved after `draftMs`, and at that interval while typing; larger changes are saved at once. */
function drafted(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  const moved = withPlace(before, state, tasks);
  const unsent = unsentText(moved);
  const key = draftKey(unsent);
  const { isDue, saved, problem } = moved.draft;
  const last = unsentText(before);
  const grownBy =
    Math.abs(unsent.text.length - last.text.length) +
    fewLetters * Math.abs(unsent.inputs.length - last.inputs.length) * 2;
  if (key !== "" && problem === null && (moved.givenBack.length > 0 || (grownBy > fewLetters && key !== saved))) {
    const { state: kept, tasks: saving = [] } = draftSaved(moved);
    tasks.push(...saving);
    return { ...kept, draft: { ...kept.draft, isDue } };
  }
  if (isDue || key === saved) return moved;
  // A sent text must not come back as a draft.
  if (key === "" && problem === null) {
    tasks.push({ type: "save-draft", place: moved.draft.place, text: "", cursor: 0 });
    return { ...moved, draft: { ...moved.draft, saved: "" } };
  }
  const ms = problem === null ? draftMs : draftAgainMs;
  tasks.push({ type: "wait", ms, message: { type: "draft-due" } });
  return { ...moved, draft: { ...moved.draft, isDue: true } };
}

/** Once the session has an id, the draft is kept under it. */
function withPlace(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  const { session } = state.view;
  if (session === null || session === before.view.session) return state;
  const { place, saved } = state.draft;
  if (place === session) return state;
  const unsent = unsentText(state);
  const key = draftKey(unsent);
  if (key !== "") tasks.push(saveTask(session, unsent));
  if (saved !== "") tasks.push({ type: "save-draft", place, text: "", cursor: 0 });
  return { ...state, draft: { ...state.draft, place: session, saved: key } };
}

export function draftSaved(state: LiveState): Step<LiveState, LiveTask> {
  const unsent = unsentText(state);
  const key = draftKey(unsent);
  const draft = { ...state.draft, isDue: false };
  const { givenBack: drops } = state;
  if (key === draft.saved && drops.length === 0) return { state: { ...state, draft } };
  return {
    state: { ...state, givenBack: [], draft: { ...draft, saved: key } },
    tasks: [{ ...saveTask(draft.place, unsent), ...(drops.length > 0 ? { drops } : {}) }],
  };
}

function saveTask(
  place: string,
  { text, cursor, inputs }: ReturnType<typeof unsentText>,
): LiveTask & { readonly type: "save-draft" } {
  return { type: "save-draft", place, text, cursor, ...(inputs.length > 0 ? { inputs } : {}) };
}

/** A full disk may have room later: a failed write does not count as saved. */
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
  if (active === null) return state.asking === null ? state : unasked(state, state.asking);
  if (state.asking?.id === active.id) return state;
  const guard = state.asking ? pressedTooEarly(state.asking.guard) : newQuestion;
  const written = state.asking?.command ?? state.composer.buffer.text;
  const command = commandAt(active, written);
  const asking = { ...askingAbout(active.id), guard, command };
  tasks.push(armTask(state, asking));
  if (command === null || command !== state.composer.buffer.text) return { ...state, asking };
  return { ...state, asking, composer: rewritten(state.composer, ""), completion: null };
}

/** The question is gone: a command that was being written there is written on in the composer, and so is an answer. */
function unasked(state: LiveState, { id, command, field }: Asking): LiveState {
  const next = { ...state, asking: null };
  const wasAnswered = state.asks.some((ask) => ask.id === id);
  const written = command ?? (wasAnswered ? "" : field.text);
  return written === "" ? next : withWords(next, written);
}

/** After the words that stand there; a command only by itself. */
export function withWords(state: LiveState, words: string): LiveState {
  const { composer } = state;
  if (isBlank(composer)) return { ...state, composer: rewritten(composer, words) };
  if (words.startsWith("/")) return state;
  return { ...state, composer: rewritten(composer, `${composer.buffer.text}\n\n${words}`) };
}

/** Its key may still be held down: another question waits longer. */
export function answeredNow(state: LiveState): LiveStep & { readonly tasks: readonly LiveTask[] } {
  const edition = state.lastAnswer + 1;
  const message = { type: "answer-past", edition } as const;
  return {
    state: { ...state, lastAnswer: edition, isJustAnswered: true },
    tasks: [{ type: "wait", ms: answerMs, message }],
  };
}

export function armTask(
  { composer, isJustAnswered }: LiveState,
  { id, guard: { edition } }: Pick<Asking, "id" | "guard">,
): LiveTask {
  const quiet = isJustAnswered ? armMs.again : armMs.empty;
  const ms = composer.buffer.text === "" ? quiet : armMs.writing;
  return { type: "wait", ms, message: { type: "armed", id, edition } };
}

function ticking(state: LiveState, tasks: LiveTask[]): LiveState {
  const isMoving = state.handshake === "checking" || (isBusy(state) && state.asking === null);
  if (!isMoving || state.isTicking) return state;
  tasks.push(tickTask);
  return { ...state, isTicking: true };
}

/** A turn runs or is about to: the working line is shown. */
function isBusy({ phase }: LiveState): boolean {
  return phase === "working" || phase === "interrupting";
}

/** Reads the clock every second during a turn, or until a limit is lifted. */
function timed(state: LiveState, tasks: LiveTask[]): LiveState {
  const isWaiting = state.waitsUntil !== null && state.phase === "idle";
  if ((state.view.working === null && !isWaiting) || state.isClocked) return state;
  tasks.push({ type: "clock", ms: state.clock === null ? 0 : 1000 });
  return { ...state, isClocked: true };
}

function counted(before: LiveState, state: LiveState): LiveState {
  if (state.anchor === null) return state.newCount === 0 ? state : { ...state, newCount: 0 };
  const more = state.view.entries.list.length - before.view.entries.list.length;
  return more > 0 ? { ...state, newCount: state.newCount + more } : state;
}
