import { describe, expect, test } from "vitest";
import { widthOf } from "../text/width.ts";
import { realigned } from "./realign.ts";

/** Columns a terminal gives each code point; joined characters are drawn apart. */
type Drawing = (character: string) => number;

const drawings: Readonly<Record<string, Drawing>> = {
  "every emoji by itself, two columns": (character) =>
    /[\u200d\ufe0f]/u.test(character) ? 0 : /\p{Extended_Pictographic}|\p{Emoji_Modifier}/u.test(character) ? 2 : 1,
  "no emoji known at all": (character) => (/[\u200d\ufe0f]/u.test(character) ? 0 : 1),
  "new emoji in no column": (character) => (/[\u200d\ufe0f🪿]/u.test(character) ? 0 : 1),
};

/** Cells of a terminal line after the codes that `aligned` may write. Marked cells have a background. */
function draw(line: string, columns: number, widthIn: Drawing): string[] {
  const cells: string[] = Array(columns).fill(" ");
  let at = 0;
  let isMarked = false;
  const put = (text: string) => {
    if (at < columns) cells[at] = isMarked ? `[${text}]` : text;
    at = Math.min(at + 1, columns);
  };
  for (const [index, piece] of line.split("\x1b[").entries()) {
    const code = index === 0 ? null : /^([\d;]*)([mGK])/.exec(piece);
    if (code?.[2] === "G") at = Number(code[1]) - 1;
    else if (code?.[2] === "K") cells.fill(isMarked ? "[ ]" : " ", at);
    else if (code) isMarked = code[1] === "46" || (isMarked && code[1] !== "49" && code[1] !== "0");
    for (const character of piece.slice(code?.[0].length ?? 0))
      for (let column = 0; column < widthIn(character); column += 1) put(column === 0 ? character : "");
  }
  return cells;
}

test("a line without such characters is as it was", () => {
  for (const line of ["plain", "\x1b[2mdim\x1b[22m", "日本語 ñ é", "Привет, мир", "النهاية", "→ … ─"])
    expect(realigned(line)).toBe(line);
});

describe.each(Object.entries(drawings))("%s", (_, drawing) => {
  test.each(["👩🏽‍💻", "👍🏽", "❤️", "🪿", "✅", "🏳️‍🌈"])("what follows %s stands where we reckon with it", (emoji) => {
    const width = widthOf(emoji);
    const cells = draw(realigned(`ab ${emoji} end`), 20, drawing);
    expect(
      cells
        .slice(3 + width)
        .join("")
        .trimEnd(),
    ).toBe(" end");
    expect(cells.slice(0, 3)).toEqual(["a", "b", " "]);
  });

  test("a chosen row is marked from its first to its last column, and nothing behind a mark that ends", () => {
    const row = draw(realigned("\x1b[46m👩🏽‍💻 is here  \x1b[49m"), 12, drawing);
    expect(row.slice(2).join("")).toBe("[ ][i][s][ ][h][e][r][e][ ][ ]");
    expect(row.slice(0, 2).every((cell) => cell.startsWith("["))).toBe(true);
    const short = draw(realigned("\x1b[46m👩🏽‍💻\x1b[49m x"), 12, drawing);
    expect(short.slice(2)).toEqual([" ", "x", ...Array(8).fill(" ")]);
  });
});

test("of every character that is an emoji by itself, and of every vowel beside its letter, it is known that it is one", () => {
  const missed: string[] = [];
  for (let code = 0xa0; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (/[\p{Emoji_Presentation}\p{Mc}]/u.test(character) && realigned(`${character}x`) === `${character}x`)
      missed.push(code.toString(16));
  }
  expect(missed).toEqual([]);
});

test("one that ends at the last column is whole", () => {
  const cells = draw(realigned("abcd👍"), 6, () => 1);
  expect(cells.slice(0, 5)).toEqual(["a", "b", "c", "d", "👍"]);
  expect(realigned("abcd👍").endsWith("👍")).toBe(true);
});
