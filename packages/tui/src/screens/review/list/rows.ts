import { filtered, type ReviewComment } from "@reprise/model";
import { matcherOf } from "../../../widgets/list-search.ts";
import type { State } from "../state.ts";

/** A comment of the list. */
export interface ListRow {
  readonly comment: ReviewComment;
  /** Below the comment that it answers. */
  readonly isReply: boolean;
}

export interface Listed {
  /** In their own order: what a run works on. */
  readonly comments: readonly ReviewComment[];
  readonly rows: readonly ListRow[];
}

type Inputs = Pick<State, "fetched" | "filter" | "search" | "commits">;
const none: Listed = { comments: [], rows: [] };
/** The latest first: a key needs them before and after it. */
let known: readonly { readonly inputs: Inputs; readonly listed: Listed }[] = [];
const mostKnown = 4;

/** The comments to show; made again only when they, the filter or the search change. */
export function listedOf({ fetched, filter, search, commits }: Inputs): Listed {
  if (fetched === null) return none;
  const found = known.find(
    ({ inputs }) =>
      inputs.fetched === fetched &&
      inputs.filter === filter &&
      inputs.search?.field.text === search?.field.text &&
      inputs.commits === commits,
  );
  if (found) return found.listed;
  // A range whose commits are not known yet leaves nothing.
  const range = filter.range === null ? null : (commits ?? []);
  const left = filtered(fetched.comments, filter, range);
  const isMatch = matcherOf(search);
  const comments = isMatch === null ? left : left.filter((comment) => isMatch(searchedText(comment)));
  const listed = { comments, rows: threaded(comments) };
  known = [{ inputs: { fetched, filter, search, commits }, listed }, ...known].slice(0, mostKnown);
  return listed;
}

/** What a search looks in. */
function searchedText({ author, filePath, body }: ReviewComment): string {
  return [author ?? "", filePath ?? "", body ?? ""].join("\n");
}

/** Replies follow the comment that they answer, if that is shown too. */
function threaded(comments: readonly ReviewComment[]): readonly ListRow[] {
  const shown = new Set(comments.map(({ id }) => id));
  const replies = new Map<number, ReviewComment[]>();
  const roots: ReviewComment[] = [];
  for (const comment of comments) {
    const to = comment.inReplyToId;
    if (to === null || to === comment.id || !shown.has(to)) roots.push(comment);
    else (replies.get(to) ?? replies.set(to, []).get(to))?.push(comment);
  }
  const rows: ListRow[] = [];
  const placed = new Set<number>();
  // No recursion: a file may have replies to replies without end.
  const place = (first: ReviewComment) => {
    const open: ListRow[] = [{ comment: first, isReply: false }];
    for (let row = open.pop(); row !== undefined; row = open.pop()) {
      const { id } = row.comment;
      if (placed.has(id)) continue;
      placed.add(id);
      rows.push(row);
      // The first reply is on top.
      const own = (replies.get(id) ?? []).toSorted((a, b) => b.id - a.id);
      for (const comment of own) open.push({ comment, isReply: true });
    }
  };
  for (const root of roots) place(root);
  // Replies that answer each other in a circle have no root.
  for (const comment of comments) place(comment);
  return rows;
}

export function chosenRow(state: State): ListRow | null {
  return listedOf(state).rows[state.scroll.chosen] ?? null;
}

/** The row of the same comment; else of the nearest one, after it first. */
export function sameRow(before: readonly ListRow[], chosen: number, after: readonly ListRow[]): number {
  const places = new Map(after.map(({ comment }, index) => [comment.id, index]));
  const placeOf = (index: number) => places.get(before[index]?.comment.id ?? Number.NaN);
  for (let index = chosen; index < before.length; index += 1) {
    const found = placeOf(index);
    if (found !== undefined) return found;
  }
  for (let index = chosen - 1; index >= 0; index -= 1) {
    const found = placeOf(index);
    if (found !== undefined) return found;
  }
  return Math.max(0, Math.min(chosen, after.length - 1));
}
