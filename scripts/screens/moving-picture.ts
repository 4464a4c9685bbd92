import { groundOf, inkOfRun, runsOf } from "./draw.ts";
import type { Palette } from "./palette.ts";
import type { Cell, Screen } from "./read-cells.ts";

export interface Frame {
  readonly screen: Screen;
  readonly seconds: number;
}

const [cellWidth, cellHeight, fontSize, edge] = [8, 17, 13.28, 12];

/**
 * Screens after each other as one SVG that moves without a script, and starts again at its end. A row is in it once, however often it is
 * shown. Who wants no motion sees the last screen.
 */
export function movingPicture(frames: readonly Frame[], palette: Palette): string {
  const [first] = frames;
  if (first === undefined) throw new Error("A moving picture has at least one screen.");
  const rows = new Map<string, string>();
  const nameOf = (row: readonly Cell[]) => {
    const drawn = drawnRow(row, palette);
    const known = rows.get(drawn) ?? `r${rows.size}`;
    rows.set(drawn, known);
    return drawn === "" ? null : known;
  };
  const groups = frames.map(({ screen }, index) => {
    const used = screen.rows.map((row, at) => {
      const name = nameOf(row);
      return name === null ? "" : `<use href="#${name}" y="${at * cellHeight}"/>`;
    });
    return `<g class="f" id="f${index}">${used.join("")}</g>`;
  });
  const width = first.screen.columns * cellWidth + 2 * edge;
  const height = first.screen.rows.length * cellHeight + 2 * edge;
  const drawnRows = [...rows].filter(([drawn]) => drawn !== "").map(([drawn, name]) => `<g id="${name}">${drawn}</g>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="${fontSize}" role="img" aria-label="A session that was cut off is continued with one key">`,
    `<style>${stylesOf(frames)}</style>`,
    `<defs>${drawnRows.join("\n")}</defs>`,
    `<rect width="${width}" height="${height}" rx="8" fill="${palette.ground}"/>`,
    `<g transform="translate(${edge} ${edge})">`,
    ...groups,
    "</g>\n</svg>\n",
  ].join("\n");
}

function drawnRow(row: readonly Cell[], palette: Palette): string {
  const runs = runsOf(row);
  return [...runs.map((run) => groundOf(run, 0, palette)), ...runs.map((run) => inkOfRun(run, palette))].join("");
}

function stylesOf(frames: readonly Frame[]): string {
  const whole = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  const percent = (seconds: number) => `${Number(((seconds / whole) * 100).toFixed(3))}%`;
  let start = 0;
  const shown = frames.map(({ seconds }, index) => {
    const [from, to] = [percent(start), percent(start + seconds)];
    start += seconds;
    const before = index === 0 ? "" : "0%{visibility:hidden}";
    const after = index === frames.length - 1 ? "" : `${to}{visibility:hidden}`;
    const name = `k${index}`;
    return `@keyframes ${name}{${before}${from}{visibility:visible}${after}}#f${index}{animation-name:${name}}`;
  });
  const last = frames.length - 1;
  return [
    "text{white-space:pre}",
    `.f{visibility:hidden;animation:${Number(whole.toFixed(2))}s step-end infinite}`,
    ...shown,
    `@media(prefers-reduced-motion:reduce){.f{animation:none}#f${last}{visibility:visible}}`,
  ].join("\n");
}
