import { exactLine, labelOf, safeLine } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { count, grouped } from "../../../text/count.ts";
import { cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import { cutOffSession, offeredIn, type State } from "../state.ts";
import { kinds } from "./kinds.ts";

/** Something to know about the list, below its title. */
export interface Notice {
  readonly text: string;
  /** Used when the text does not fit. */
  readonly short: string;
  readonly tone: Tone;
  /** The key it names; a click presses it. */
  readonly key: string | null;
}

export const between = " · ";

/** Enough to recognise it. */
const titleColumns = 48;

/** At most so many lines: all on one if they fit, else one each, and what is left in short form on the last. */
export function noticeLines(state: State, columns: number, most: number): readonly (readonly Notice[])[] {
  const notices = noticesOf(state);
  if (most === 0 || notices.length === 0) return [];
  const isOne = notices.map(({ text }) => text).join(between);
  if (widthOf(isOne) <= columns) return [notices];
  const inShort = (notice: Notice): Notice => ({ ...notice, text: notice.short });
  const fitted = notices.map((notice) => (widthOf(notice.text) <= columns ? notice : inShort(notice)));
  if (notices.length <= most) return fitted.map((notice) => [notice]);
  const rest = notices.slice(most - 1).map(inShort);
  return [...fitted.slice(0, most - 1).map((notice) => [notice]), rest];
}

function noticesOf(state: State): Notice[] {
  return [
    unlistedNotice(state),
    unreadableNotice(state),
    waitingNotice(state),
    interruptedNotice(state),
    continueNotice(state),
    projectsNotice(state),
    warningsNotice(state),
  ].filter((notice) => notice !== null);
}

function unlistedNotice({ list: { hidden }, filters }: State): Notice | null {
  const unlisted = kinds.filter(({ kind, filter }) => !filters[filter] && hidden[kind] > 0);
  const shown = kinds.filter(({ filter }) => filters[filter]).map(({ label }) => label);
  if (unlisted.length === 0 && shown.length === 0) return null;
  const also = shown.length === 0 ? "" : `also listed: ${shown.join(", ")}`;
  const common = { tone: "dim", key: "." } as const;
  if (unlisted.length === 0) return { text: `${also} (. leaves them out)`, short: `all kinds .`, ...common };
  const total = unlisted.reduce((sum, { kind }) => sum + hidden[kind], 0);
  const left = unlisted.map(({ kind, words }) => words(hidden[kind])).join(between);
  const text = `${left} not listed (. shows ${total === 1 ? "it" : "them"})${also === "" ? "" : between + also}`;
  return { text, short: `${grouped(total)} not listed .`, ...common };
}

function unreadableNotice({ list: { hidden } }: State): Notice | null {
  if (hidden.unreadable === 0) return null;
  const what = `${count(hidden.unreadable, "session file")} could not be read`;
  return {
    text: `${what}: \`reprise doctor\` says why`,
    short: `${grouped(hidden.unreadable)} unreadable`,
    tone: "warn",
    key: null,
  };
}

function waitingNotice({ runs }: State): Notice | null {
  if (runs.waitingCount === 0) return null;
  const waiting = `${grouped(runs.waitingCount)} waiting for you`;
  return { text: `${waiting} (r)`, short: `${waiting} r`, tone: "warn", key: "r" };
}

function interruptedNotice({ runs }: State): Notice | null {
  const interrupted = grouped(runs.interruptedCount ?? 0);
  if (interrupted === "0") return null;
  const word = interrupted === "1" && runs.newest?.state === "parked" ? "parked" : "interrupted";
  return {
    text: `${interrupted} ${word} (r)`,
    short: `${interrupted} ${word} r`,
    tone: "warn",
    key: "r",
  };
}

/** What was cut off, and the key that continues it; not while a question asks the same. */
function continueNotice(state: State): Notice | null {
  const session = cutOffSession(state);
  if (session === null || (state.runs.interruptedCount ?? 0) === 0) return null;
  if (offeredIn(state)?.session?.id === session.id) return null;
  const title = cutTo(exactLine(labelOf(session)), titleColumns);
  return { text: `R continues “${title}”`, short: "R continues it", tone: "warn", key: "R" };
}

function projectsNotice({ runs, filters }: State): Notice | null {
  const unfinished = runs.unfinishedProjects;
  if (unfinished === 0 || filters.isAll) return null;
  return {
    text: `${count(unfinished, "unfinished project")}: p shows what happened and continues`,
    short: `${count(unfinished, "project")} p`,
    tone: "warn",
    key: "p",
  };
}

function warningsNotice({ warnings }: State): Notice | null {
  const [first] = warnings;
  if (!first) return null;
  const short = warnings.length > 1 ? `${count(warnings.length, "warning")} (w)` : "Warning (w)";
  const text = `${short}: ${exactLine(first.path)}: ${safeLine(first.detail)}`;
  return { text, short, tone: "warn", key: "w" };
}
