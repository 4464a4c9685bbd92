import { countsOf, exactLine, relativeTime, rootOf, type SessionSummary } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { cutLeft, cutTo, fit } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { tagWords } from "../panel/tidy.ts";
import type { State } from "../state.ts";
import { badgeOf } from "./session-words.ts";

/** Exactly as wide as its column; tags as wide as they are. */
interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** What a row shows after its title, in this order; the least important have the most columns to wait for. */
const least = {
  here: { root: Number.POSITIVE_INFINITY, agent: 44, state: 26, time: 50, counts: 96 },
  all: { root: 60, agent: 54, state: 26, time: 64, counts: 116 },
} as const;
/** From here on a folder has room for more than its name. */
const wide = 100;
const mostOfName = 14;

export function rowCells(session: SessionSummary, state: State, columns: number): Cell[] {
  const { now, filters, here, list } = state;
  const from = filters.isAll ? least.all : least.here;
  const widths = widthsOf(list.rows);
  const cells: Cell[] = [];
  if (session.tags.length > 0 && columns >= from.state) {
    const tags = exactLine(tagWords(session.tags));
    cells.push({ text: cutTo(tags, Math.floor(columns / 5)), tone: "dim" });
  }
  if (columns >= from.root) {
    const root = rootOf(session, here.homeFolder);
    const [text, width] =
      columns < wide ? [lastPart(root), widths.folder] : [root, Math.min(36, Math.floor(columns / 4))];
    cells.push({ text: fit(cutLeft(text, width), width), tone: "dim" });
  }
  if (columns >= from.agent) cells.push({ text: fit(session.agent, widths.agent), tone: "dim" });
  if (columns >= from.state) {
    const { word, tone } = badgeOf(session);
    cells.push({ text: fit(word, widths.state), tone });
  }
  if (columns >= from.time) cells.push({ text: fit(relativeTime(session.updatedAt, now), 10, "right"), tone: "dim" });
  if (columns >= from.counts) cells.push({ text: fit(countsOf(session), 18, "right"), tone: "dim" });
  return cells;
}

interface Widths {
  readonly agent: number;
  readonly state: number;
  readonly folder: number;
}

const known = new WeakMap<readonly SessionSummary[], Widths>();

/** Columns are as wide as the list needs them. */
function widthsOf(rows: readonly SessionSummary[]): Widths {
  const before = known.get(rows);
  if (before !== undefined) return before;
  let [agent, state, folder] = [0, 0, 0];
  for (const row of rows) {
    agent = Math.max(agent, widthOf(row.agent));
    state = Math.max(state, widthOf(badgeOf(row).word));
    folder = Math.max(folder, widthOf(lastPart(rootOf(row, ""))));
  }
  const widths = { agent, state, folder: Math.min(mostOfName, folder) };
  known.set(rows, widths);
  return widths;
}

/** `shop` of `~/code/shop`. */
export function lastPart(root: string): string {
  return root.slice(root.lastIndexOf("/", root.length - 2) + 1);
}
