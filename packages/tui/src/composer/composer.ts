import { emptyWriting, type Writing, writingOf } from "./writing.ts";

/** Where a person writes what is said next. */
export interface Composer {
  readonly writing: Writing;
  /** The latest last. */
  readonly undo: readonly Writing[];
  /** Letters typed one after another are undone together. */
  readonly lastAct: "typed" | "cut" | "other";
  readonly cut: string;
  /** What was sent, the latest last. */
  readonly history: readonly string[];
  /** The place in the history, and what was being written when the person went there. */
  readonly recalled: { readonly at: number; readonly kept: Writing } | null;
  /** The column that up and down keep to. */
  readonly goal: number | null;
}

export const emptyComposer: Composer = {
  writing: emptyWriting,
  undo: [],
  lastAct: "other",
  cut: "",
  history: [],
  recalled: null,
  goal: null,
};

const mostHistory = 200;
const mostUndo = 100;
const mostUndoCharacters = 1_000_000;

export function isBlank({ writing }: Composer): boolean {
  return writing.text.trim() === "";
}

/** Another text in place of what is written; it can be undone. */
export function rewritten(composer: Composer, text: string, cursor: number = text.length): Composer {
  return changed(composer, writingOf(text, cursor), "other");
}

/** Sent: empty again, and remembered. */
export function sent(composer: Composer): Composer {
  return { ...emptyComposer, cut: composer.cut, history: remember(composer.history, composer.writing.text) };
}

/** What was said before this screen was opened. */
export function withHistory(composer: Composer, texts: readonly string[]): Composer {
  return { ...composer, history: [...texts, ...composer.history].reduce(remember, []) };
}

/** Edited; the text before can be had back. */
export function changed(composer: Composer, writing: Writing, act: Composer["lastAct"]): Composer {
  if (writing.text === composer.writing.text) return { ...composer, writing, goal: null };
  const isSame = act === "typed" && composer.lastAct === "typed";
  const undo = isSame ? composer.undo : bounded([...composer.undo, composer.writing]);
  return { ...composer, writing, undo, lastAct: act, goal: null, recalled: null };
}

export function undone(composer: Composer): Composer {
  const writing = composer.undo.at(-1);
  if (!writing) return composer;
  return { ...composer, writing, undo: composer.undo.slice(0, -1), lastAct: "other", goal: null };
}

/** The earlier or later of the sent texts; null at the ends. */
export function recall(composer: Composer, by: -1 | 1): Composer | null {
  const { history, recalled, writing } = composer;
  const at = (recalled?.at ?? history.length) + by;
  const kept = recalled?.kept ?? writing;
  if (at < 0 || at > history.length || (recalled === null && by === 1)) return null;
  if (at === history.length) return { ...composer, writing: kept, recalled: null, goal: null };
  return { ...composer, writing: writingOf(history[at] ?? ""), recalled: { at, kept }, goal: null };
}

function remember(history: readonly string[], text: string): readonly string[] {
  if (text.trim() === "" || history.at(-1) === text) return history;
  return [...history, text].slice(-mostHistory);
}

function bounded(undo: readonly Writing[]): readonly Writing[] {
  let [from, characters] = [undo.length, 0];
  while (from > 0 && undo.length - from < mostUndo) {
    characters += undo[from - 1]?.text.length ?? 0;
    if (characters > mostUndoCharacters) break;
    from -= 1;
  }
  return undo.slice(from);
}
