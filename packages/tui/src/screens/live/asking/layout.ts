import type { Theme } from "../../../kernel/theme.ts";
import { type AskPicture, bodyRows } from "./body.ts";
import { choiceRows } from "./choice-rows.ts";

interface AskLayout {
  /** What is asked, as far as it is in view. */
  readonly body: readonly string[];
  readonly choices: readonly string[];
  /** Rows of what is asked that fit at a time. */
  readonly room: number;
  /** The first row in view, and the last that it can be. */
  readonly top: number;
  readonly lowest: number;
}

/** Title, gap and keys. */
const frameRows = 3;
/** So many rows are left for what is asked, however many answers there are. */
const leastBody = 3;

/** The answers are always on the screen; what is asked is scrolled. */
export function layAsk(picture: AskPicture, columns: number, most: number, theme: Theme): AskLayout {
  const body = bodyRows(picture, columns - 2, theme);
  const least = Math.min(leastBody, body.length);
  const choices = choiceRows(picture, columns - 2, most - frameRows - least, theme);
  const room = Math.max(1, most - choices.length - frameRows);
  const lowest = Math.max(0, body.length - room);
  const top = Math.max(0, Math.min(picture.asking.scroll, lowest));
  return { body: body.slice(top, top + room), choices, room, top, lowest };
}
