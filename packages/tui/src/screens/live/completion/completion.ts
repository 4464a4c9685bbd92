import { conversationCommands, matchingFiles, takesWords } from "@reprise/model";
import { commandsOf } from "../keys.ts";
import type { KnownModel, LiveState, LiveTask } from "../state.ts";
import { type Trigger, triggerAt } from "./trigger.ts";

/** One that can be chosen. */
export interface Choice {
  readonly word: string;
  readonly means: string;
  /** What is written, if it is not the word alone. */
  readonly text?: string | undefined;
}

/** The list above the composer. */
export interface Completion {
  readonly trigger: Trigger;
  readonly choices: readonly Choice[];
  /** Null: none, until an arrow chooses one. */
  readonly chosen: number | null;
  /** Closed with Esc, until another word is written. */
  readonly isClosed: boolean;
}

/** The list that is shown; null if there is none. */
export function openCompletion({ completion }: Pick<LiveState, "completion">): Completion | null {
  return completion === null || completion.isClosed || completion.choices.length === 0 ? null : completion;
}

/** Follows what is written; looks for files and models as needed. */
export function completing(before: LiveState, state: LiveState, tasks: LiveTask[]): LiveState {
  if (state.composer.buffer === before.composer.buffer) return state;
  const trigger = triggerAt(state.composer);
  if (trigger === null) return state.completion === null ? state : { ...state, completion: null };
  const last = state.completion;
  const isSame = last?.trigger.kind === trigger.kind && last.trigger.start === trigger.start;
  const completion: Completion = {
    trigger,
    choices: trigger.kind === "file" && isSame ? fitting(last.choices, trigger) : choicesFor(trigger, state),
    // What is typed may be a model that is not known here.
    chosen: trigger.kind === "model" ? null : 0,
    isClosed: isSame && last.isClosed,
  };
  return sought({ ...state, completion }, tasks);
}

/** Until the answer for the new letters is there. */
function fitting(choices: readonly Choice[], { letters }: Trigger): readonly Choice[] {
  const words = choices.map(({ word }) => word);
  return matchingFiles(words, letters).map((word) => ({ word, means: "" }));
}

/** Asks for what the list needs and does not have, one question at a time. */
function sought(state: LiveState, tasks: LiveTask[]): LiveState {
  const { completion, models, isSeeking, view, place } = state;
  if (completion === null || completion.isClosed || isSeeking) return state;
  const { kind, letters } = completion.trigger;
  if (kind === "model" && models === null) {
    tasks.push({ type: "seek-models", agent: view.agent, controls: state.controls });
    return { ...state, isSeeking: true };
  }
  if (kind !== "file") return state;
  tasks.push({ type: "seek-files", folder: view.settings.cwd ?? place.cwd, letters });
  return { ...state, isSeeking: true };
}

function choicesFor({ kind, letters }: Trigger, state: LiveState): readonly Choice[] {
  const wanted = letters.toLowerCase();
  if (kind === "command")
    return commandsOf(state)
      .filter((name) => name.startsWith(wanted))
      .map((name) => {
        const word = `/${name}`;
        return { word, means: conversationCommands[name].means, text: takesWords(name) ? `${word} ` : word };
      });
  if (kind === "file") return [];
  return (state.models ?? [])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ name, isOffered }) => ({
      word: name,
      means: isOffered ? `offered by ${state.view.agent}` : "used before",
    }));
}

/** What was looked for is here. If other letters were written meanwhile, they are looked for next. */
export function filesFound(
  state: LiveState,
  { letters, paths }: { readonly letters: string; readonly paths: readonly string[] },
): { readonly state: LiveState; readonly tasks: readonly LiveTask[] } {
  const after: LiveState = { ...state, isSeeking: false };
  const { completion } = state;
  if (completion?.trigger.kind !== "file") return { state: after, tasks: [] };
  const { trigger } = completion;
  const found = paths.map((word) => ({ word, means: "" }));
  const isAnswer = letters === trigger.letters;
  const choices = isAnswer ? found : fitting(found, trigger);
  const next = { ...after, completion: { ...completion, choices, chosen: 0 } };
  if (isAnswer) return { state: next, tasks: [] };
  const tasks: LiveTask[] = [];
  return { state: sought(next, tasks), tasks };
}

export function modelsFound(state: LiveState, models: readonly KnownModel[]): LiveState {
  const next: LiveState = { ...state, isSeeking: false, models };
  const { completion } = next;
  if (completion?.trigger.kind !== "model") return next;
  return { ...next, completion: { ...completion, choices: choicesFor(completion.trigger, next) } };
}
