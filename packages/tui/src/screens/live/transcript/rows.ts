import { type Entry, type Flow, isFoldedAtFirst, type Piece, safeText } from "@reprise/model";
import { itemRows, RowCache } from "../../../items/index.ts";
import { hardRows, proseRows } from "../../../items/wrap-rows.ts";
import { bareTheme, type Theme } from "../../../kernel/theme.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { wrap } from "../../../text/wrap.ts";

export interface Laying {
  readonly columns: number;
  readonly isUnfolded: boolean;
  readonly theme: Theme;
}

/** Rows shown of a running command or a thought in progress. */
const tailRows = 5;
const cache = new RowCache(20_000);
const laid = new WeakMap<Piece, { columns: number; isProse: boolean; rows: readonly string[] }>();
const heights = new WeakMap<Entry, { columns: number; isUnfolded: boolean; height: number }>();

/** Rows of an entry, with an empty row after it if it has more than one line. */
export function entryRows(entry: Entry, laying: Laying): readonly string[] {
  const rows = rowsOf(entry, laying);
  const { columns, isUnfolded } = laying;
  const whole = entry.kind === "line" && !entry.isRule ? rows : [...rows, ""];
  heights.set(entry, { columns, isUnfolded, height: whole.length });
  return whole;
}

/** Uses the cached layout for this width if there is one. */
export function entryHeight(entry: Entry, laying: Omit<Laying, "theme">): number {
  const known = heights.get(entry);
  if (known && known.columns === laying.columns && known.isUnfolded === laying.isUnfolded) return known.height;
  return entryRows(entry, { ...laying, theme: bareTheme }).length;
}

function rowsOf(entry: Entry, laying: Laying): readonly string[] {
  const { columns, isUnfolded, theme } = laying;
  switch (entry.kind) {
    case "line":
      return lineRows(entry, laying);
    case "item": {
      const { item, leftOut } = entry;
      const options = { columns, theme, isFolded: !isUnfolded && isFoldedAtFirst(item), leftOut };
      // Measuring must not evict rows laid out for the screen.
      return theme === bareTheme ? itemRows(item, options) : cache.rows(entry.key, item, options);
    }
    case "flow":
      return entry.of === "reply" ? flowRows(entry.flow, columns, true) : thoughtRows(entry.flow, laying);
    case "running":
      return runningRows(entry, laying);
  }
}

function lineRows({ text, tone, isRule }: Entry & { kind: "line" }, { columns, theme }: Laying): string[] {
  const safe = safeText(text).replaceAll("\t", " ");
  if (!isRule) return wrap(safe, columns).map((row) => theme(tone, cutTo(row, columns)));
  const words = cutTo(` ${safe.replaceAll("\n", " ")} `, columns);
  const left = Math.max(0, Math.floor((columns - widthOf(words)) / 2));
  const right = Math.max(0, columns - left - widthOf(words));
  return [theme(tone, "─".repeat(left) + words + "─".repeat(right))];
}

function thoughtRows(flow: Flow, { columns, isUnfolded, theme }: Laying): string[] {
  const rows = flowRows(flow, columns - 2, true);
  const shown = isUnfolded ? rows : rows.slice(-tailRows);
  return ["reasoning:", ...shown.map((row) => `  ${row}`)].map((row) => theme("dim", row));
}

function runningRows({ item, flow, approval }: Entry & { kind: "running" }, laying: Laying): string[] {
  const { columns, isUnfolded, theme } = laying;
  const options = {
    columns,
    theme,
    isFolded: !isUnfolded && isFoldedAtFirst(item ?? none),
    openWords: approval === "waiting" ? "waiting for you" : "running",
  };
  const head = item === null ? [theme("dim", "running")] : itemRows(item, options);
  const rows = flowRows(flow, columns - 2, false).filter((row, index, all) => row !== "" || index < all.length - 1);
  const shown = isUnfolded ? rows : rows.slice(-tailRows);
  const more = rows.length > shown.length || flow.lostCharacters > 0 ? [theme("dim", "  …")] : [];
  return [...head, ...more, ...shown.map((row) => `  ${row}`)];
}

const none = { kind: "notice", text: "" } as const;

function flowRows({ pieces, lostCharacters }: Flow, columns: number, isProse: boolean): readonly string[] {
  const rows = pieces.flatMap((piece, index) => pieceRows(piece, columns, isProse, index === pieces.length - 1));
  return lostCharacters > 0 && isProse ? ["…", ...rows] : rows;
}

/** Makes each line safe on its own: no sequence crosses a line end. */
function pieceRows(piece: Piece, columns: number, isProse: boolean, isLast: boolean): readonly string[] {
  const width = Math.max(1, columns);
  const known = laid.get(piece);
  if (known && known.columns === width && known.isProse === isProse) return known.rows;
  const text = !isLast && piece.text.endsWith("\n") ? piece.text.slice(0, -1) : piece.text;
  const lay = isProse ? proseRows : hardRows;
  const rows = text.split("\n").flatMap((line) => lay(line.replace(/\r$/, ""), width, Number.MAX_SAFE_INTEGER));
  laid.set(piece, { columns: width, isProse, rows });
  return rows;
}
