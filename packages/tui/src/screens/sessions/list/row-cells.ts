import { countsOf, exactLine, relativeTime, rootOf, type SessionSummary } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { cutLeft, cutTo, fit } from "../../../text/fit.ts";
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
  here: { root: Number.POSITIVE_INFINITY, agent: 68, state: 26, time: 50, counts: 104 },
  all: { root: 60, agent: 90, state: 26, time: 64, counts: 124 },
} as const;

export function rowCells(session: SessionSummary, state: State, columns: number): Cell[] {
  const { now, filters, here } = state;
  const from = filters.isAll ? least.all : least.here;
  const cells: Cell[] = [];
  if (session.tags.length > 0 && columns >= from.state) {
    const tags = exactLine(tagWords(session.tags));
    cells.push({ text: cutTo(tags, Math.floor(columns / 5)), tone: "dim" });
  }
  if (columns >= from.root) {
    const width = Math.min(36, Math.floor(columns / 4));
    const root = cutLeft(rootOf(session, here.homeFolder), width);
    cells.push({ text: fit(root, width), tone: "dim" });
  }
  if (columns >= from.agent) cells.push({ text: fit(session.agent, 8), tone: "dim" });
  if (columns >= from.state) {
    const { word, tone } = badgeOf(session);
    cells.push({ text: fit(word, 11), tone });
  }
  if (columns >= from.time) cells.push({ text: fit(relativeTime(session.updatedAt, now), 10, "right"), tone: "dim" });
  if (columns >= from.counts) cells.push({ text: fit(countsOf(session), 18, "right"), tone: "dim" });
  return cells;
}
