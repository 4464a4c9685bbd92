import { safeText } from "@reprise/model";
import type { Input } from "../kernel/input.ts";
import { actionFor } from "../kernel/keys.ts";
import { type Composer, changed, recall, undone } from "./composer.ts";
import { type ComposerAction, composerKeys } from "./keys.ts";
import { vertically } from "./place.ts";
import { lineEnd, lineStart, wordAfter, wordBefore } from "./words.ts";
import { after, before, placed, splice } from "./writing.ts";

/** A paste that is longer is shown folded. */
const mostPasted = { lines: 10, characters: 1000 };

/** Null when the input is not for a composer. `columns`: the width of its text. */
export function pressComposer(composer: Composer, input: Input, columns: number): Composer | null {
  if (input.type === "paste") return pasted(composer, input.text);
  if (input.type !== "key") return null;
  const action = actionFor(composerKeys, input.key);
  if (action !== null) return act(composer, action, columns);
  return input.text === null ? null : typed(composer, input.text);
}

function typed(composer: Composer, text: string): Composer {
  const { writing } = composer;
  const next = splice(writing, writing.cursor, writing.cursor, safeText(text));
  return changed(composer, next, /\s/.test(text) ? "other" : "typed");
}

function pasted(composer: Composer, raw: string): Composer {
  const text = safeText(raw);
  const isLong = text.length > mostPasted.characters || text.split("\n").length > mostPasted.lines;
  const { cursor } = composer.writing;
  return changed(composer, splice(composer.writing, cursor, cursor, text, isLong), "other");
}

function act(composer: Composer, action: ComposerAction, columns: number): Composer | null {
  const { writing } = composer;
  const { cursor } = writing;
  switch (action) {
    case "newline":
      return changed(composer, splice(writing, cursor, cursor, "\n"), "other");
    case "left":
      return moved(composer, before(writing, cursor));
    case "right":
      return moved(composer, after(writing, cursor));
    case "word-left":
      return moved(composer, wordBefore(writing));
    case "word-right":
      return moved(composer, wordAfter(writing));
    case "line-start":
      return moved(composer, lineStart(writing));
    case "line-end":
      return moved(composer, lineEnd(writing));
    case "up":
      return upOrDown(composer, -1, columns);
    case "down":
      return upOrDown(composer, 1, columns);
    case "backspace":
      return changed(composer, splice(writing, before(writing, cursor), cursor, ""), "other");
    case "delete":
      return changed(composer, splice(writing, cursor, after(writing, cursor), ""), "other");
    case "yank":
      return changed(composer, splice(writing, cursor, cursor, composer.cut), "other");
    case "undo":
      return undone(composer);
    default:
      return cut(composer, action);
  }
}

type Cut = Extract<ComposerAction, `kill-${string}`>;

function cut(composer: Composer, action: Cut): Composer {
  const { writing } = composer;
  const { cursor, text } = writing;
  const end = lineEnd(writing);
  const ranges: Readonly<Record<Cut, readonly [number, number]>> = {
    "kill-start": [lineStart(writing), cursor],
    // At the end of a line the newline goes, so that the next line comes up.
    "kill-end": [cursor, end === cursor ? Math.min(end + 1, text.length) : end],
    "kill-word": [wordBefore(writing), cursor],
    "kill-word-after": [cursor, wordAfter(writing)],
  };
  const [from, to] = ranges[action];
  if (from === to) return composer;
  return { ...changed(composer, splice(writing, from, to, ""), "cut"), cut: text.slice(from, to) };
}

function moved(composer: Composer, at: number): Composer {
  return { ...composer, writing: placed(composer.writing, at), lastAct: "other", goal: null };
}

function upOrDown(composer: Composer, by: -1 | 1, columns: number): Composer | null {
  const target = vertically(composer.writing, by, columns, composer.goal);
  if (!target) return recall(composer, by);
  return { ...composer, writing: placed(composer.writing, target.at), lastAct: "other", goal: target.goal };
}
