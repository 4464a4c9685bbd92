import type { Agent, Hit } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import { jsonIn, type Summary } from "../row.ts";
import type { PlacesToFill } from "./candidates.ts";
import { hitOf } from "./hit.ts";
import { Matcher } from "./match.ts";
import { candidatesIn } from "./ranked-sessions.ts";
import type { SearchRequest } from "./search.ts";
import { addTitles, titlesOf } from "./titles.ts";

export interface TitleHit {
  readonly id: number;
  readonly hit: Hit;
}

/** Sessions whose title or name has every term, without a look at their text; without terms all of them. Newest first. */
export function* titleHits(
  { terms, selection, names }: Pick<SearchRequest, "terms" | "selection" | "names">,
  database: Database,
): Generator<TitleHit> {
  const places = terms.map((term) => {
    const found: PlacesToFill = new Map();
    addTitles(found, term, { database, names });
    return found;
  });
  const matcher = new Matcher(terms);
  for (const candidate of candidatesIn({ places, touchedPlaces: null }, selection, database)) {
    const row = database.prepare("SELECT summary FROM outline WHERE id = ?").get(candidate.id);
    if (!row) continue;
    const { title, about } = jsonIn<Summary>(row.summary);
    const [shown, ...others] = titlesOf(candidate, { title, name: about.name ?? null }, names);
    const best = matcher.findIn([shown, ...others].map((text) => ({ field: "title", text })))[0];
    const match = { turn: null, item: null, reach: "item", ...matcher.marked(best?.text ?? shown) } as const;
    yield { id: candidate.id, hit: hitOf(match, { candidate, title: shown, isWaiting: false }) };
  }
}

/** Of which sessions text is still to be indexed. */
export function agentsWithPendingText(database: Database): Agent[] {
  const rows = database.prepare("SELECT DISTINCT agent FROM untold CROSS JOIN rollout USING (id)").all();
  return rows.map(({ agent }) => agent as Agent);
}
