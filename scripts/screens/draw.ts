import type { Palette } from "./palette.ts";
import type { Cell, Screen } from "./read-cells.ts";

const [cellWidth, cellHeight, fontSize, baseline] = [8, 17, 13.28, 13];

export interface Run {
  readonly column: number;
  readonly cells: readonly Cell[];
}

/** The screen as SVG: cells of one colour are one rectangle, and characters stand where their cells are. */
export function draw(screen: Screen, palette: Palette): string {
  const [width, height] = [screen.columns * cellWidth, screen.rows.length * cellHeight];
  const parts = screen.rows.flatMap((row, index) => {
    const runs = runsOf(row);
    return [...runs.map((run) => groundOf(run, index, palette)), ...runs.map((run) => inkOf(run, index, palette))];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans Mono" font-size="${fontSize}">`,
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`,
    ...parts,
    "</svg>",
  ].join("\n");
}

export function runsOf(row: readonly Cell[]): Run[] {
  const runs: { column: number; cells: Cell[] }[] = [];
  for (const [column, cell] of row.entries()) {
    const last = runs.at(-1);
    const [before] = last?.cells ?? [];
    if (last && before && looksOf(before) === looksOf(cell)) last.cells.push(cell);
    else runs.push({ column, cells: [cell] });
  }
  return runs;
}

function looksOf({ ink, ground, isBold, isDim, isInverse, isUnderlined }: Cell): string {
  return [ink, ground, isBold, isDim, isInverse, isUnderlined].join();
}

function coloursOf({ ink, ground, isInverse }: Cell, palette: Palette): { ink: string; ground: string } {
  const letters = ink === null ? null : (palette.letters[ink] ?? ink);
  const own = { ink: colour(letters, palette.ink, palette), ground: colour(ground, palette.ground, palette) };
  return isInverse ? { ink: own.ground, ground: own.ink } : own;
}

function colour(place: number | null, usual: string, { sixteen }: Palette): string {
  return place === null ? usual : (sixteen[place] ?? usual);
}

export function groundOf({ column, cells }: Run, row: number, palette: Palette): string {
  const [first] = cells;
  const { ground } = first ? coloursOf(first, palette) : palette;
  if (ground === palette.ground) return "";
  return `<rect x="${column * cellWidth}" y="${row * cellHeight}" width="${cells.length * cellWidth}" height="${cellHeight}" fill="${ground}"/>`;
}

function inkOf({ column, cells }: Run, row: number, palette: Palette): string {
  const seen = cells.flatMap(({ text }, index) => (text.trim() === "" ? [] : [{ text, at: column + index }]));
  const looks = inkLooks(cells, palette);
  const y = row * cellHeight + baseline;
  return seen.map(({ text, at }) => `<text x="${at * cellWidth}" y="${y}" ${looks}>${escaped(text)}</text>`).join("");
}

/** Cells of one colour as one text, as wide as they are in any font; for the first row. */
export function inkOfRun({ column, cells }: Run, palette: Palette): string {
  const end = cells.findLastIndex(({ text }) => text.trim() !== "") + 1;
  const start = cells.findIndex(({ text }) => text.trim() !== "");
  if (start < 0) return "";
  const seen = cells.slice(start, end);
  const width = seen.reduce((sum, cell) => sum + cell.width, 0) * cellWidth;
  const text = seen.map((cell) => cell.text).join("");
  const place = `x="${(column + start) * cellWidth}" y="${baseline}" textLength="${width}"`;
  return `<text ${place} ${inkLooks(cells, palette)}>${escaped(text)}</text>`;
}

function inkLooks([first]: readonly Cell[], palette: Palette): string {
  if (!first) return "";
  return [
    `fill="${coloursOf(first, palette).ink}"`,
    first.isBold ? 'font-weight="bold"' : "",
    first.isDim ? 'fill-opacity="0.55"' : "",
    first.isUnderlined ? 'text-decoration="underline"' : "",
  ]
    .filter((look) => look !== "")
    .join(" ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
