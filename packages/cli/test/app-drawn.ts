import { type PtyProgram, until } from "@reprise/testkit";

const begin = "\x1b\\[";
/** What a program may say to a terminal here: places, colours, erasing, questions, and the modes it takes and gives back. */
const ownCodes = new RegExp(
  `${begin}(?:999;1H\\r?\\n|[\\d;]*[HJKm]|\\?\\d+(?:[hl]|\\$p)|[<>?]\\d*u|c|>[\\d;]*m)|\x1b\\]11;\\?\x07`,
  "g",
);
/** To a column of the same row. */
const toColumn = new RegExp(`${begin}(\\d+)G`);
/** A row of the screen, and what follows until the next place. */
const rowDrawn = new RegExp(`${begin}(\\d+);?1?H((?:(?!${begin}[\\d;]*H).)*)`, "gsu");
const erased = new RegExp(`${begin}\\d?K`);

/** Control characters, codes and overrides of the reading direction that are not the screen's own. */
export function strayCodes(raw: string): string[] {
  const rest = raw.replaceAll(ownCodes, "").replaceAll(new RegExp(toColumn, "g"), "");
  return (rest.match(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu) ?? []).map(
    (one) => `U+${one.codePointAt(0)?.toString(16)}`,
  );
}

/** The last thing that was drawn in each row since, without codes. */
function drawnRows(raw: string): Map<number, string> {
  const rows = new Map<number, string>();
  for (const [, row, text = ""] of raw.matchAll(rowDrawn)) {
    const plain = overwritten(text.replaceAll(ownCodes, ""));
    if (plain !== "" || erased.test(text)) rows.set(Number(row), plain);
  }
  return rows;
}

/** What follows a column stands there, over whatever was written to it. */
function overwritten(text: string): string {
  const [first = "", ...rest] = text.split(toColumn);
  let row = first;
  for (let at = 0; at < rest.length; at += 2) {
    const kept = [...graphemes.segment(row)].map(({ segment }) => segment);
    while (columnsOf(kept.join("")) >= Number(rest[at])) kept.pop();
    row = kept.join("") + rest[at + 1];
  }
  return row;
}

const wide = /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const graphemes = new Intl.Segmenter();

/** Columns, counted in another way than the program does. */
function columnsOf(text: string): number {
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (wide.test(segment) ? 2 : 1), 0);
}

/** Resizes, waits until every row was drawn again, and looks at how wide each is. */
export async function resized(pty: PtyProgram, columns: number, rows: number): Promise<void> {
  const before = pty.raw().length;
  pty.resize(columns, rows);
  let why = "";
  const isDrawn = () => {
    const drawn = drawnRows(pty.raw().slice(before));
    const lines = Array.from({ length: rows }, (_, index) => drawn.get(index + 1));
    const tooWide = lines.filter((line) => columnsOf(line ?? "") > columns);
    const missing = lines.flatMap((line, index) => (line === undefined ? [index + 1] : []));
    why = JSON.stringify({ missing, tooWide });
    return tooWide.length === 0 && missing.length === 0 && (pty.screen().at(-1) ?? "").trim() !== "";
  };
  await until(isDrawn, { what: `a picture of ${columns} × ${rows}` }).catch((error) => {
    throw new Error(`${error.message}\n${why}\n${pty.text()}`);
  });
}

/** Narrow, wide and back. */
export async function resizedAround(pty: PtyProgram): Promise<void> {
  await resized(pty, 40, 12);
  await resized(pty, 200, 50);
  await resized(pty, 80, 24);
}
