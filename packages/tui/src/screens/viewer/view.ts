import { exactLine, isHeld, safeLine, stateWords, zoneText } from "@reprise/model";
import { damageRows, markMatches } from "../../items/index.ts";
import { clickableLine, rowTarget } from "../../kernel/click-zones.ts";
import { hintsOf, type KeyTable } from "../../kernel/keys.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { count, grouped } from "../../text/count.ts";
import { apart, cutLeft, cutTo } from "../../text/fit.ts";
import { widthOf } from "../../text/width.ts";
import { fieldLine } from "../../widgets/field-line.ts";
import { actionLine, type FooterAction, hintLine } from "../../widgets/footer.ts";
import { actionsOf } from "./actions.ts";
import { damageKeys, typingKeys, viewerKeys } from "./keys.ts";
import { isFolded } from "./rows/folds.ts";
import { bodyHeight, damageHeight, shownOf } from "./rows/move.ts";
import { gutter } from "./rows/row-heights.ts";
import { blockAt, isSamePosition } from "./rows/row-position.ts";
import { scrollPositionText } from "./rows/scroll-position.ts";
import type { ViewerState } from "./state.ts";
import { statusOf } from "./status-line.ts";

export function view(state: ViewerState, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const body = state.damageTop === null ? bodyLines(state, size, theme) : damageLines(state, size, theme);
  const height = bodyHeight(size);
  const lines = [
    theme("bold", headerLine(state, columns)),
    ...Array.from({ length: height }, (_, row) => body[row] ?? ""),
    actionLine(actionsNow(state), state.damageTop === null ? state.action : -1, columns, theme),
  ];
  const { text, column } = lastLine(state, columns, theme);
  const all = [...lines.slice(0, rows - 1), text];
  return { lines: all, cursor: column === null ? null : { row: all.length - 1, column } };
}

/** In the list of damage, Enter has no action. */
function actionsNow({ session, damageTop }: ViewerState): FooterAction[] {
  const actions = actionsOf(session);
  return damageTop === null ? actions : actions.map(({ label }) => ({ label, whyNot: "" }));
}

/** Visible rows and total, and the file, whose end matters most. */
function headerLine({ scrollPosition, session, cursor, turns, isDemo }: ViewerState, columns: number): string {
  const path = exactLine(session.files.find(({ role }) => role === "main")?.path ?? session.files[0]?.path ?? "");
  const mark = isDemo ? "DEMO  " : "";
  const rightOf = (left: string) => mark + cutLeft(path, columns - widthOf(left) - 2 - mark.length);
  if (!scrollPosition || turns.length === 0) return apart("0–0 / 0", rightOf("0–0 / 0"), columns);
  const last = Math.max(session.turnCount, turns.at(-1)?.number ?? 0);
  const range = scrollPositionText(scrollPosition);
  const held = isHeld(session.state) ? ` · ${stateWords(session.state)}` : "";
  const turn = `${held} · turn ${grouped(cursor.turn)} of ${grouped(last)}`;
  const zone = zoneText(session.updatedAt);
  const times = columns < 76 || zone === "" ? "" : ` · times in ${zone}`;
  const left = columns >= 60 ? range + turn + times : range;
  return apart(left, rightOf(left), columns);
}

function bodyLines(state: ViewerState, size: Size, theme: Theme): string[] {
  const shown = shownOf(state, size);
  if (!shown) return [emptyLine(state, size.columns)];
  const sought = soughtNow(state);
  return shown.places.map((position, index) => {
    const block = blockAt(state, position);
    if (!block) return "";
    const rows = state.heights.rows(block, isFolded(block, state.folds), theme);
    const row = markMatches(rows[position.row] ?? "", sought, theme);
    const isHere =
      block.kind !== "heading" && position.turn === shown.cursor.turn && position.block === shown.cursor.block;
    const line = cutTo(markOf(isSamePosition(position, shown.cursor), isHere, theme) + row, size.columns);
    return clickableLine(rowTarget(index), line, theme);
  });
}

function soughtNow({ typing, search }: ViewerState): readonly string[] {
  return typing && typing.field.text !== search.text ? [typing.field.text] : search.parts;
}

/** Marks the cursor's row and the rest of its item. */
function markOf(isCursor: boolean, isHere: boolean, theme: Theme): string {
  if (isCursor) return theme("accent", "▌".padEnd(gutter));
  return isHere ? theme("dim", "│".padEnd(gutter)) : " ".repeat(gutter);
}

function emptyLine({ loading, problem }: ViewerState, columns: number): string {
  if (problem !== null) return cutTo(safeLine(problem), columns);
  return loading ? "Reading…" : "There is nothing in this session.";
}

function damageLines({ damage, damageTop, session }: ViewerState, size: Size, theme: Theme): string[] {
  const { columns } = size;
  const known = Math.max(session.damageCount, damage.length);
  const isAll = damage.length >= session.damageCount;
  const title = `${count(known, "damaged place")}${isAll ? "" : `, ${damage.length} found so far`}`;
  const from = damageTop ?? 0;
  const shown = damage.slice(from, from + damageHeight(size));
  return [cutTo(theme("bold", title), columns), ...shown.flatMap((one) => damageRows(one, { columns, theme }))];
}

function lastLine(
  state: ViewerState,
  columns: number,
  theme: Theme,
): { readonly text: string; readonly column: number | null } {
  if (state.typing) {
    const field = fieldLine("Search: ", state.typing.field, columns);
    const hints = hintLine(hintsOf(typingKeys), columns, theme);
    const room = columns - widthOf(field.text) - 3;
    const text = room > widthOf(hints) ? `${field.text}   ${hints}` : field.text;
    return { text: cutTo(text, columns), column: field.column };
  }
  const status = state.damageTop === null ? statusOf(state) : "";
  const hints = hintsOf(keysNow(state));
  if (status === "") return { text: hintLine(hints, columns, theme), column: null };
  const text = `${status}  ${hintLine(hints, columns - widthOf(status) - 2, theme)}`;
  return { text: cutTo(text.trimEnd(), columns), column: null };
}

/** The match keys are shown only during a search. */
function keysNow({ search, damageTop }: ViewerState): KeyTable<string> {
  if (damageTop !== null) return damageKeys;
  return search.text === "" ? viewerKeys.filter(({ action }) => action !== "next-match") : viewerKeys;
}
