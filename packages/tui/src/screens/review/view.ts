import { choiceWords, count, exactLine, filterLabel, grouped, safeLine } from "@reprise/model";
import { composerPicture } from "../../composer/index.ts";
import { clickable, rowTarget } from "../../kernel/click-zones.ts";
import type { Picture, Size } from "../../kernel/screen.ts";
import type { Theme } from "../../kernel/theme.ts";
import { apart, cutTo, fit } from "../../text/fit.ts";
import { diffView } from "../../widgets/diff/view.ts";
import { hintLine } from "../../widgets/footer.ts";
import { searchMarker } from "../../widgets/list-search.ts";
import { paint } from "../../widgets/rows.ts";
import { liveScreen } from "../live/index.ts";
import { bottom } from "../live/paint/bottom.ts";
import { restoreScreen } from "../restore/index.ts";
import { menuView } from "./filter/menu-view.ts";
import { detailHeight, type Layout, layoutOf } from "./layout.ts";
import { detailOf } from "./list/chosen-detail.ts";
import { rowLine } from "./list/row-line.ts";
import { chosenRow, listedOf } from "./list/rows.ts";
import { searchLine } from "./list/search-line.ts";
import { editorHints } from "./reply/edit.ts";
import { postLines } from "./reply/post-lines.ts";
import type { State } from "./state.ts";
import { statusLines } from "./status-bar.ts";

export function view(state: State, size: Size, theme: Theme): Picture {
  const { plan, live, isWatching, over } = state;
  if (plan !== null) return restoreScreen.view(plan, size, theme);
  if (isWatching && live !== null) return liveScreen.view(live, size, theme);
  if (over?.kind === "menu") return menuView(state, over.menu, size, theme);
  if (over?.kind === "diff") return diffView(over.diff, size, theme);
  if (over?.kind === "edit") return editView(state, over, size, theme);
  return { lines: lines(state, size, theme), cursor: cursorIn(state, size, theme) };
}

function lines(state: State, size: Size, theme: Theme): string[] {
  const { columns, rows } = size;
  const { live, question } = state;
  if (live !== null && live.asking !== null && question === null) {
    // The usual modal below as much of the list as fits.
    const asked = bottom(live, size, theme).lines;
    const room = Math.max(0, rows - asked.length);
    return [...above(state, { columns, rows: room + 1 }, theme).slice(0, room), ...asked].slice(-rows);
  }
  return above(state, size, theme);
}

function above(state: State, size: Size, theme: Theme): string[] {
  const { columns, rows } = size;
  const layout = layoutOf(state, size);
  const { search } = state;
  const about = search === null ? filterLine(state, columns, theme) : searchLine(state, search, columns, theme).text;
  // With one line, what is typed matters more than the title.
  const title = headLine(state, columns, theme);
  const head = layout.head === 1 ? [search === null ? title : about] : [title, about];
  const body =
    state.question?.kind === "post"
      ? postLines(state.question, size.columns, rows - layout.head - layout.status, theme)
      : bodyLines(state, layout, columns, theme);
  return [...head, ...body, ...statusLines(state, layout.status, columns, theme)].slice(0, rows);
}

/** Where a search is typed; not below a question. */
function cursorIn(state: State, size: Size, theme: Theme): Picture["cursor"] {
  const { search, question, live } = state;
  if (search === null || question !== null || (live !== null && live.asking !== null)) return null;
  const { column } = searchLine(state, search, size.columns, theme);
  return column === null ? null : { row: layoutOf(state, size).head - 1, column };
}

function headLine({ fetched, route, isLoading, isDemo }: State, columns: number, theme: Theme): string {
  const pull = fetched?.pullRequest ?? route.target.pullRequest;
  const name =
    pull === null
      ? exactLine(route.target.commentsFile ?? "Review comments")
      : `${exactLine(`${pull.owner}/${pull.repository}`)}#${pull.number}`;
  const title = pull?.title == null ? "" : ` ${safeLine(pull.title)}`;
  const marks = [pull?.state ?? "", isLoading ? "[Loading…]" : "", isDemo ? "DEMO" : ""];
  return theme("bold", apart(`${name}${title}`, marks.filter((mark) => mark !== "").join(" "), columns));
}

function filterLine(state: State, columns: number, theme: Theme): string {
  const { filter, fetched, choice } = state;
  const { comments } = listedOf(state);
  const shown = comments.length;
  const chosen = choiceWords(comments, choice);
  const total = fetched?.comments.length ?? 0;
  const label = safeLine(filterLabel(filter, fetched?.resolutionProblem == null));
  const problems = fetched?.problems.length ?? 0;
  const damage = problems === 0 ? "" : `${grouped(problems)} unreadable`;
  const text = `Filter: ${label} (${grouped(shown)}/${grouped(total)})${chosen === "" ? "" : ` · ${chosen}`}`;
  return theme("dim", apart(text, damage, columns));
}

function bodyLines(state: State, layout: Layout, columns: number, theme: Theme): string[] {
  const list = padded(listLines(state, layout, theme), layout.list);
  const { lines: detail, leftCount } = detailPane(state, layout, theme);
  const more = leftCount === 0 ? "" : `↓ ${count(leftCount, "more line")}: ]`;
  if (layout.isBeside) {
    if (more !== "") detail[detail.length - 1] = theme("dim", more);
    return list.map((line, index) => `${fit(line, layout.listColumns)} ${theme("dim", "│")} ${detail[index] ?? ""}`);
  }
  if (layout.detail === 0) return list;
  const mark = more === "" ? "" : ` ${more} `;
  const rule = theme("dim", cutTo(`──${mark}${"─".repeat(columns)}`, columns).replace("…", "─"));
  return [...list, rule, ...padded(detail, layout.detail - 1)];
}

function listLines(state: State, layout: Layout, theme: Theme): string[] {
  const { fetched, report, posted, scroll, choice, fetchProblem } = state;
  const { listColumns: columns } = layout;
  const { rows } = listedOf(state);
  if (rows.length === 0)
    return [theme("dim", cutTo(emptyWords(state, fetched === null && fetchProblem === null), columns))];
  const marker = searchMarker(state.search);
  const outcomes = new Map(report?.comments.map(({ comment, outcome }) => [comment.id, outcome]));
  return rows.slice(scroll.top, scroll.top + layout.list).map((row, index) => {
    const marks = {
      isChosen: scroll.top + index === scroll.chosen,
      outcome: outcomes.get(row.comment.id) ?? null,
      isPicked: choice.has(row.comment.id),
      isPosted: posted.has(row.comment.id),
      marker,
    };
    const line = fit(rowLine(row, marks, columns, theme), columns);
    return clickable(rowTarget(scroll.top + index), line, theme);
  });
}

function emptyWords({ fetched, filter, search, commits }: State, isFetching: boolean): string {
  if (isFetching) return "Fetching the comments…";
  if (fetched === null) return "No comments were fetched."; // the status says why
  if (fetched.comments.length === 0) return "There are no review comments.";
  if (filter.range !== null && commits === null) return "Looking up the commits…";
  if (search !== null) return "No comment has these words. Esc shows all.";
  const { state, ...parts } = filter;
  const isNarrow = Object.values(parts).some((part) => part !== null);
  if (state === "unresolved" && !isNarrow) return "No comment is unresolved. f shows all.";
  return `No comment fits the filter. ${isNarrow ? "Esc" : "f"} shows all.`;
}

function detailPane(
  state: State,
  layout: Layout,
  theme: Theme,
): { readonly lines: string[]; readonly leftCount: number } {
  const row = chosenRow(state);
  if (row === null) return { lines: [], leftCount: 0 };
  const height = detailHeight(layout);
  const all = detailOf(state, row.comment, layout);
  const top = Math.max(0, Math.min(state.detailTop, all.length - height));
  const left = Math.max(0, all.length - top - height);
  // Beside the list, the note takes a line of its own.
  const leftCount = left > 0 && layout.isBeside ? left + 1 : left;
  return { lines: paint(all.slice(top, top + height), theme), leftCount };
}

function editView(state: State, over: State["over"] & { kind: "edit" }, size: Size, theme: Theme): Picture {
  const { columns, rows } = size;
  const most = Math.max(1, rows - 4);
  const { lines: text, cursor } = composerPicture(over.composer, columns, most, theme, "Your reply");
  const row = chosenRow(state);
  const whole = { ...layoutOf(state, size), detail: rows, detailColumns: columns };
  const to = row === null ? [] : detailOf(state, row.comment, whole);
  const room = Math.max(0, rows - 2 - text.length);
  const above = padded(paint(to.slice(0, room), theme), room);
  const foot = hintLine(editorHints, columns, theme);
  const lines = [...above, theme("dim", "─".repeat(columns)), ...text, foot];
  const hidden = Math.max(0, lines.length - rows);
  return {
    lines: lines.slice(hidden),
    cursor: { row: room + 1 + cursor.row - hidden, column: Math.min(cursor.column, columns - 1) },
  };
}

function padded(lines: readonly string[], height: number): string[] {
  return Array.from({ length: Math.max(0, height) }, (_, index) => lines[index] ?? "");
}
