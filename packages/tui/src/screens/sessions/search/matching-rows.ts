import {
  countsOf,
  exactLine,
  fold,
  localTime,
  type ParsedSearch,
  rootOf,
  type SessionSummary,
  searchRows,
} from "@reprise/model";
import type { Found, State } from "../state.ts";

/** Rows with a title that matches, then those with content in the order of the hits, then other rows that show the words. */
export function matchingRows(
  among: readonly SessionSummary[],
  parsed: ParsedSearch | null,
  { hits }: Pick<Found, "hits">,
  { filters: { isAll }, here: { homeFolder } }: Pick<State, "filters" | "here">,
): readonly SessionSummary[] {
  if (parsed === null) return [];
  const search = searchRows(parsed);
  const order = new Map([...hits.keys()].map((session, index) => [session, index]));
  const groups = Map.groupBy(among, (session) => {
    if (search.isLeft(session) && search.isInTitle(session)) return "title";
    if (order.has(session.id)) return "content";
    return search.isLeft(session) && search.isIn(fieldsOf(session, { isAll, homeFolder })) ? "row" : "none";
  });
  const content = (groups.get("content") ?? []).toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return [...(groups.get("title") ?? []), ...content, ...(groups.get("row") ?? [])];
}

/** Cached per session: another letter must not rebuild every field. */
const fields = { here: new WeakMap<SessionSummary, string>(), all: new WeakMap<SessionSummary, string>() };

function fieldsOf(
  session: SessionSummary,
  { isAll, homeFolder }: { readonly isAll: boolean; readonly homeFolder: string },
): string {
  const made = isAll ? fields.all : fields.here;
  let text = made.get(session);
  if (text === undefined) {
    const shown = [
      ...[localTime(session.updatedAt), session.state, session.agent, countsOf(session), exactLine(session.id)],
      ...(isAll ? [rootOf(session, homeFolder), exactLine(session.workspace ?? "")] : []),
    ];
    text = fold(shown.join("\n"));
    made.set(session, text);
  }
  return text;
}
