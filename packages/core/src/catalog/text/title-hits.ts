import type { Agent, Hit } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import type { PlacesToFill } from "./candidates.ts";
import { hitOf } from "./hit.ts";
import { Matcher } from "./match.ts";
import { CandidateSessions, candidatesIn, following } from "./ranked-sessions.ts";
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
  const sessions = new CandidateSessions(database);
  const candidates = candidatesIn({ places, touchedPlaces: null }, selection, database);
  for (const [at, candidate] of candidates.entries()) {
    const session = sessions.of(candidate.id, following(candidates, at + 1));
    if (!session) continue;
    const [shown, ...others] = titlesOf(session, names);
    const best = matcher.findIn([shown, ...others].map((text) => ({ field: "title", text })))[0];
    const match = { turn: null, item: null, reach: "item", ...matcher.marked(best?.text ?? shown) } as const;
    yield { id: candidate.id, hit: hitOf(match, { session, title: shown, isWaiting: false }) };
  }
}

/** Of which sessions text is still to be indexed. */
export function agentsWithPendingText(database: Database): Agent[] {
  const rows = database.prepare("SELECT DISTINCT agent FROM untold CROSS JOIN rollout USING (id)").all();
  return rows.map(({ agent }) => agent as Agent);
}
