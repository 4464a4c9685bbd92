import type { Library, ListQuery, Page, SessionSummary } from "@reprise/model";
import { rankOf } from "./row-rank.ts";
import { keyOf } from "./selection.ts";

/** Few queries, each short enough that keys are answered between them. */
const moreRows = 2000;

/** The first page, with as many rows more as reach this session, or the place where it would be. Null if aborted. */
export async function pageThrough(
  wanted: SessionSummary | null,
  query: ListQuery,
  library: Pick<Library, "list">,
  signal: AbortSignal,
): Promise<Page | null> {
  let page = await library.list(query);
  if (wanted === null) return page;
  const rows = new Map(page.sessions.map((session) => [keyOf(session), session]));
  const rank = rankOf[query.order ?? "updated"];
  while (page.next !== null && !rows.has(keyOf(wanted))) {
    const last = page.sessions.at(-1);
    if (!last || rank(last) < rank(wanted)) break;
    await new Promise((resume) => setImmediate(resume));
    if (signal.aborted) return null;
    page = await library.list({ ...query, limit: moreRows, cursor: page.next });
    for (const session of page.sessions) if (!rows.has(keyOf(session))) rows.set(keyOf(session), session);
  }
  return signal.aborted ? null : { ...page, sessions: [...rows.values()] };
}
