import type { Picture } from "./screen.ts";
import type { Theme } from "./theme.ts";

/** A clickable part of a row; columns count from 0, `to` is exclusive. */
export interface Zone {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly target: string;
}

/** A click there presses this key. */
export function keyTarget(key: string): string {
  return `key:${key}`;
}

/** The key of such a target; null for any other. */
export function targetKey(target: string): string | null {
  return target.startsWith("key:") ? target.slice("key:".length) : null;
}

export function rowTarget(row: number): string {
  return `row:${row}`;
}

export function targetRow(target: string | null): number | null {
  const found = /^row:(\d+)$/.exec(target ?? "");
  return found ? Number(found[1]) : null;
}

/** Of a panel: a click meant for the list behind it never chooses one. */
export function optionTarget(option: number): string {
  return `option:${option}`;
}

export function targetOption(target: string | null): number | null {
  const found = /^option:(\d+)$/.exec(target ?? "");
  return found ? Number(found[1]) : null;
}

export function actionTarget(action: number): string {
  return `action:${action}`;
}

export function targetAction(target: string | null): number | null {
  const found = /^action:(\d+)$/.exec(target ?? "");
  return found ? Number(found[1]) : null;
}

/**
 * Marks text as clickable; the mark takes no column. It is a colour code that no terminal has, so that everything that measures or
 * cuts styled text leaves it intact, and it never reaches the terminal. Texts of agents contain no codes: they cannot forge one.
 */
export function clickable(target: string, text: string, theme: Theme): string {
  if (!theme.isClickable || text === "") return text;
  return `\x1b[${MARK}${coded(target)}m${text}\x1b[${MARK}m`;
}

/** Marks everything from here to the right edge, also where the line ends before it. */
export function clickableLine(target: string, line: string, theme: Theme): string {
  return theme.isClickable ? `\x1b[${LINE_MARK}${coded(target)}m${line}` : line;
}

function coded(target: string): string {
  return Array.from(target, (character) => `;${character.codePointAt(0)}`).join("");
}

const MARK = "7701";
const LINE_MARK = "7702";
const code = "\x1b";
const marks = new RegExp(`${code}\\[(${MARK}|${LINE_MARK})((?:;\\d+)*)m`, "g");

/** Takes the marks out of a picture. */
export function readZones(
  picture: Picture,
  widthOf: (text: string) => number,
): { picture: Picture; zones: readonly Zone[] } {
  const zones: Zone[] = [];
  const lines = picture.lines.map((line, row) => {
    if (!line.includes(`${code}[77`)) return line;
    let plain = "";
    let open: { readonly target: string; readonly from: number } | null = null;
    let at = 0;
    const close = () => {
      const to = widthOf(plain);
      if (open && to > open.from) zones.push({ row, from: open.from, to, target: open.target });
      open = null;
    };
    for (const found of line.matchAll(marks)) {
      plain += line.slice(at, found.index);
      at = found.index + found[0].length;
      close();
      const [, mark, codes = ""] = found;
      if (codes === "") continue;
      const target = decoded(codes);
      const from = widthOf(plain);
      if (mark === LINE_MARK) zones.push({ row, from, to: Number.POSITIVE_INFINITY, target });
      else open = { target, from };
    }
    plain += line.slice(at);
    close(); // a cut line has lost its end
    return plain;
  });
  return { picture: { ...picture, lines }, zones };
}

function decoded(codes: string): string {
  return String.fromCodePoint(...codes.slice(1).split(";").map(Number));
}

export function zoneAt(zones: readonly Zone[], row: number, column: number): string | null {
  const isThere = (zone: Zone) => zone.row === row && zone.from <= column && column < zone.to;
  return zones.findLast(isThere)?.target ?? null; // a part of a line before the line
}
