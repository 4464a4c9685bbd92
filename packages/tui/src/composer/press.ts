import { safeText } from "@reprise/model";
import type { Input } from "../kernel/input.ts";
import { actionFor } from "../kernel/keys.ts";
import { type Composer, changed, recall, undone } from "./composer.ts";
import { moveVertically } from "./cursor-position.ts";
import { clampCursor, offsetAfter, offsetBefore, splice } from "./edit-buffer.ts";
import { type ComposerAction, composerKeys } from "./keys.ts";
import { lineEnd, lineStart, wordAfter, wordBefore } from "./word-motion.ts";

/** Longer pastes are folded. */
const mostPasted = { lines: 10, characters: 1000 };

/** Null if the input is not for a composer. `columns`: the width of its text. */
export function pressComposer(composer: Composer, input: Input, columns: number): Composer | null {
  if (input.type === "paste") return pasted(composer, input.text);
  if (input.type !== "key") return null;
  const action = actionFor(composerKeys, input.key);
  if (action !== null) return act(composer, action, columns);
  return input.text === null ? null : typed(composer, input.text);
}

function typed(composer: Composer, text: string): Composer {
  const { buffer } = composer;
  const next = splice(buffer, buffer.cursor, buffer.cursor, safeText(text));
  return changed(composer, next, /\s/.test(text) ? "other" : "typed");
}

function pasted(composer: Composer, raw: string): Composer {
  const text = safeText(raw);
  const isLong = text.length > mostPasted.characters || text.split("\n").length > mostPasted.lines;
  const { cursor } = composer.buffer;
  return changed(composer, splice(composer.buffer, cursor, cursor, text, isLong), "other");
}

function act(composer: Composer, action: ComposerAction, columns: number): Composer | null {
  const { buffer } = composer;
  const { cursor } = buffer;
  switch (action) {
    case "newline":
      return changed(composer, splice(buffer, cursor, cursor, "\n"), "other");
    case "left":
      return moved(composer, offsetBefore(buffer, cursor));
    case "right":
      return moved(composer, offsetAfter(buffer, cursor));
    case "word-left":
      return moved(composer, wordBefore(buffer));
    case "word-right":
      return moved(composer, wordAfter(buffer));
    case "line-start":
      return moved(composer, lineStart(buffer));
    case "line-end":
      return moved(composer, lineEnd(buffer));
    case "up":
      return upOrDown(composer, -1, columns);
    case "down":
      return upOrDown(composer, 1, columns);
    case "backspace":
      return changed(composer, splice(buffer, offsetBefore(buffer, cursor), cursor, ""), "other");
    case "delete":
      return changed(composer, splice(buffer, cursor, offsetAfter(buffer, cursor), ""), "other");
    case "yank":
      return changed(composer, splice(buffer, cursor, cursor, composer.cut), "other");
    case "undo":
      return undone(composer);
    default:
      return cut(composer, action);
  }
}

type Cut = Extract<ComposerAction, `kill-${string}`>;

function cut(composer: Composer, action: Cut): Composer {
  const { buffer } = composer;
  const { cursor, text } = buffer;
  const end = lineEnd(buffer);
  const ranges: Readonly<Record<Cut, readonly [number, number]>> = {
    "kill-start": [lineStart(buffer), cursor],
    // At the end of a line, delete the newline to join the next line.
    "kill-end": [cursor, end === cursor ? Math.min(end + 1, text.length) : end],
    "kill-word": [wordBefore(buffer), cursor],
    "kill-word-after": [cursor, wordAfter(buffer)],
  };
  const [from, to] = ranges[action];
  if (from === to) return composer;
  return { ...changed(composer, splice(buffer, from, to, ""), "cut"), cut: text.slice(from, to) };
}

function moved(composer: Composer, at: number): Composer {
  return { ...composer, buffer: clampCursor(composer.buffer, at), lastAct: "other", goal: null };
}

function upOrDown(composer: Composer, by: -1 | 1, columns: number): Composer | null {
  const target = moveVertically(composer.buffer, by, columns, composer.goal);
  if (!target) return recall(composer, by);
  return {
    ...composer,
    buffer: clampCursor(composer.buffer, target.at),
    lastAct: "other",
    goal: target.goal,
  };
}
