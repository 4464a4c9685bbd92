import { safeLine } from "@reprise/model";
import { hintsOf, type KeyTable } from "../../../kernel/keys.ts";
import type { Theme } from "../../../kernel/theme.ts";
import { count, grouped } from "../../../text/count.ts";
import { apart, cutTo } from "../../../text/fit.ts";
import { widthOf } from "../../../text/width.ts";
import type { Field } from "../../../widgets/field.ts";
import { fieldLine } from "../../../widgets/field-line.ts";
import { actionLine, type FooterAction, hintLine } from "../../../widgets/footer.ts";
import { actionsOf, chosenLabel } from "../actions.ts";
import { searchKeys, sessionsKeys } from "../keys.ts";
import { offerPainted } from "../offer/offer.ts";
import { keysOfPanel, tidyFieldKeys } from "../panel/keys.ts";
import { tidyOptions } from "../panel/tidy.ts";
import { besideFrom } from "../preview/pane-position.ts";
import { type EarlyWish, type Found, offeredIn, type Search, type State } from "../state.ts";

interface Foot {
  readonly lines: readonly string[];
  /** Cursor column in the first line while typing. */
  readonly cursor: number | null;
}

/** Status, actions, hints; with less room the hints go first, and an important message replaces the actions. */
export function footOf(state: State, columns: number, height: number, theme: Theme): Foot {
  const status = statusOf(state, columns, theme);
  const actions = actionLine(actionsNow(state), state.panel ? -1 : state.action, columns, theme);
  const hints = hintLine(hintsOf(keysNow(state, columns)), columns, theme);
  if (height === 1) return status.text === "" ? { lines: [actions], cursor: null } : statusAlone(status);
  return { lines: [status.text, actions, hints].slice(0, height), cursor: status.cursor };
}

interface Status {
  readonly text: string;
  readonly cursor: number | null;
}

function statusAlone({ text, cursor }: Status): Foot {
  return { lines: [text], cursor };
}

/** In a panel, Enter has another action. */
function actionsNow(state: State): FooterAction[] {
  const actions = actionsOf(state);
  return state.panel ? actions.map(({ label }) => ({ label, whyNot: "" })) : actions;
}

function keysNow({ panel, search, filters }: State, columns: number): KeyTable<string> {
  if (panel?.kind === "tidy" && panel.field) return tidyFieldKeys;
  if (panel) return keysOfPanel[panel.kind];
  if (search?.isTyping) return searchKeys;
  const isNarrowed = search !== null || filters.agent !== null || filters.state !== null;
  const keys = isNarrowed ? keysWhenNarrowed : sessionsKeys;
  // It would take the place of the help where there is rarely room for it.
  return columns >= besideFrom ? keys : keys.filter(({ action }) => action !== "preview");
}

/** Esc clears the search and the filters. */
const keysWhenNarrowed: KeyTable<string> = sessionsKeys.map((row) =>
  row.action === "back" ? { ...row, label: "back to all", isHint: true, weight: 2 } : row,
);

/** The selected action has its own label. */
const wishWords: Readonly<Record<EarlyWish, string | null>> = {
  act: null,
  continue: "Continuing what was cut off",
  copy: "Copying the id",
  "copy-command": "Copying the command",
  "open-agent": "Opening it",
  edit: "Opening it in your editor",
};

/** One line; the most urgent message wins. */
function statusOf(state: State, columns: number, theme: Theme): Status {
  const { note, list, search } = state;
  const say = (text: string): Status => ({ text, cursor: null });
  if (state.panel?.kind === "tidy" && state.panel.field && !note)
    return tidyStatus(state.panel.field, state.panel.chosen, columns);
  if (search?.isTyping && !note) return searchStatus(search, state, columns, theme);
  if (note) return say(theme(note.tone, cutTo(safeLine(note.text), columns)));
  if (state.earlyKeys.wish !== null) {
    const what = wishWords[state.earlyKeys.wish] ?? chosenLabel(state);
    return say(theme("dim", cutTo(`${what}: as soon as the sessions are read…`, columns)));
  }
  const offered = offeredIn(state);
  if (offered) return say(offerPainted(offered, state.offerGuard, columns, theme));
  if (list.problem !== null) return say(theme("bad", cutTo(`${safeLine(list.problem)} Ctrl-R tries again.`, columns)));
  return search ? searchStatus(search, state, columns, theme) : say("");
}

function tidyStatus(field: Field, chosen: number, columns: number): Status {
  const label = tidyOptions[chosen] === "name" ? "Name: " : "Tags: ";
  const { text, column } = fieldLine(label, field, columns);
  return { text: cutTo(safeLine(text), columns), cursor: column };
}

function searchStatus(search: Search, state: State, columns: number, theme: Theme): Status {
  const tally = cutTo(tallyOf(search, state), Math.floor(columns / 2));
  const { text, column } = fieldLine("Search: ", search.field, columns - widthOf(tally) - 1);
  const line = apart(safeLine(text), tally, columns);
  const shown = search.isTyping ? line : theme("dim", line);
  return { text: cutTo(shown, columns), cursor: search.isTyping ? column : null };
}

function tallyOf({ field, problem, matching, found }: Search, { list }: State): string {
  if (field.text.trim() === "") return "";
  if (problem !== null) return "not searched";
  const isOpen = found.isSearching || list.next !== null;
  const hits = found.isCut ? `${grouped(found.hitCount)}+ hits` : count(found.hitCount, "hit");
  return `${count(matching.length, "session")} · ${hits}${isOpen ? ` · ${progressWords(found)}` : ""}`;
}

function progressWords({ progress }: Found): string {
  if (progress === null) return "searching…";
  const { doneBytes, totalBytes } = progress;
  return `indexing ${Math.floor((100 * doneBytes) / Math.max(1, totalBytes))} %…`;
}
