import type { Theme } from "../../../kernel/theme.ts";
import { type AskPicture, bodyRows } from "./body.ts";
import { choiceRows } from "./choice-rows.ts";

interface AskLayout {
  /** The visible part of the request. */
  readonly body: readonly string[];
  readonly choices: readonly string[];
  /** Rows of the request that fit at once. */
  readonly room: number;
  /** The first visible row, and the highest value it can have. */
  readonly top: number;
  readonly lowest: number;
}

/** Title, gap and keys. */
const frameRows = 3;
/** Minimum rows for the request, however many answers there are. */
const leastBody = 3;

/** The answers are always visible; the request scrolls. */
export function layAsk(picture: AskPicture, columns: number, most: number, theme: Theme): AskLayout {
  const body = bodyRows(picture, columns - 2, theme);
  const least = Math.min(leastBody, body.length);
  const choices = choiceRows(picture, columns - 2, most - frameRows - least, theme);
  const room = Math.max(1, most - choices.length - frameRows);
  const lowest = Math.max(0, body.length - room);
  const top = Math.max(0, Math.min(picture.asking.scroll, lowest));
  return { body: body.slice(top, top + room), choices, room, top, lowest };
}
