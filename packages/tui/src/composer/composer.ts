import { bufferOf, type EditBuffer, emptyBuffer } from "./edit-buffer.ts";

/** The editor for the next prompt. */
export interface Composer {
  readonly buffer: EditBuffer;
  /** Latest last. */
  readonly undo: readonly EditBuffer[];
  /** Letters typed in a row are undone together. */
  readonly lastAct: "typed" | "cut" | "other";
  readonly cut: string;
  /** Sent texts, latest last. */
  readonly history: readonly string[];
  /** Position in the history, and the draft from before recalling. */
  readonly recalled: { readonly at: number; readonly kept: EditBuffer } | null;
  /** The column that up and down try to keep. */
  readonly goal: number | null;
}

export const emptyComposer: Composer = {
  buffer: emptyBuffer,
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

export function isBlank({ buffer }: Composer): boolean {
  return buffer.text.trim() === "";
}

/** Replaces the text; can be undone. */
export function rewritten(composer: Composer, text: string, cursor: number = text.length): Composer {
  return changed(composer, bufferOf(text, cursor), "other");
}

/** Empties the composer and adds the text to its history. */
export function sent(composer: Composer): Composer {
  return { ...emptyComposer, cut: composer.cut, history: remember(composer.history, composer.buffer.text) };
}

/** Adds prompts sent before this screen opened. */
export function withHistory(composer: Composer, texts: readonly string[]): Composer {
  return { ...composer, history: [...texts, ...composer.history].reduce(remember, []) };
}

/** Applies an edit; can be undone. */
export function changed(composer: Composer, buffer: EditBuffer, act: Composer["lastAct"]): Composer {
  if (buffer.text === composer.buffer.text) return { ...composer, buffer, goal: null };
  const isSame = act === "typed" && composer.lastAct === "typed";
  const undo = isSame ? composer.undo : bounded([...composer.undo, composer.buffer]);
  return { ...composer, buffer, undo, lastAct: act, goal: null, recalled: null };
}

export function undone(composer: Composer): Composer {
  const buffer = composer.undo.at(-1);
  if (!buffer) return composer;
  return { ...composer, buffer, undo: composer.undo.slice(0, -1), lastAct: "other", goal: null };
}

/** The previous or next sent text; null at either end. */
export function recall(composer: Composer, by: -1 | 1): Composer | null {
  const { history, recalled, buffer } = composer;
  const at = (recalled?.at ?? history.length) + by;
  const kept = recalled?.kept ?? buffer;
  if (at < 0 || at > history.length || (recalled === null && by === 1)) return null;
  if (at === history.length) return { ...composer, buffer: kept, recalled: null, goal: null };
  return { ...composer, buffer: bufferOf(history[at] ?? ""), recalled: { at, kept }, goal: null };
}

function remember(history: readonly string[], text: string): readonly string[] {
  if (text.trim() === "" || history.at(-1) === text) return history;
  return [...history, text].slice(-mostHistory);
}

function bounded(undo: readonly EditBuffer[]): readonly EditBuffer[] {
  let [from, characters] = [undo.length, 0];
  while (from > 0 && undo.length - from < mostUndo) {
    characters += undo[from - 1]?.text.length ?? 0;
    if (characters > mostUndoCharacters) break;
    from -= 1;
  }
  return undo.slice(from);
}
