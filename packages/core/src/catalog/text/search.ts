/**
 * Search over everything that was said, run or edited. The index says which turns may have the words; each is read before it counts.
 *
 * - which texts of an item are searched: item-text.ts; their words: word-set.ts, index-words.ts; of a turn: passages.ts
 * - how they are stored: index-text.ts, text-rows.ts, vocabulary.ts; titles and names: titles.ts, title-hits.ts
 * - which turns may have a term: candidates.ts; which sessions come first: rank.ts, ranked-sessions.ts
 * - what a session really has: session-search.ts, match.ts; outputs that need no parsing: output-filter.ts
 * - what only our journals have: journal-texts.ts
 * - filters by path and tool: touched.ts; the hit: hit.ts
 */

import type { Agent, Hit, Request, SearchTerm, ThreadId, Turn } from "@reprise/model";
import type { Database } from "../../host/database/database.ts";
import { EventLoopYield } from "../../host/event-loop-yield.ts";
import type { Host } from "../../host/host.ts";
import { waitsFor } from "../../journal/waits-for.ts";
import type { TurnReading } from "../../transcript/read-turns.ts";
import type { Selection } from "../query/selection.ts";
import type { RolloutLookup } from "../rollout-lookup.ts";
import { placesOf } from "./candidates.ts";
import { hitOf } from "./hit.ts";
import { addJournalTexts, type JournalTexts, journalTexts } from "./journal-texts.ts";
import { Matcher } from "./match.ts";
import {
  type Candidate,
  type CandidateSession,
  CandidateSessions,
  candidatesIn,
  following,
  isBefore,
} from "./ranked-sessions.ts";
import { type SearchPlan, type SessionMatch, SessionSearch } from "./session-search.ts";
import { addTitles, type GivenName, titlesOf } from "./titles.ts";
import { type Touched, touchedPlaces } from "./touched.ts";

export interface SearchRequest {
  readonly terms: readonly SearchTerm[];
  readonly touched: Touched | null;
  readonly selection: Selection;
  readonly limit: number | null;
  readonly signal: AbortSignal | undefined;
  readonly names: readonly GivenName[];
  /** Sessions whose title was given already. */
  readonly titled: ReadonlySet<number>;
  /** The turns with the items that only a journal has, as they are shown. */
  readonly withJournal: (agent: Agent, thread: ThreadId, reading: TurnReading) => AsyncIterable<Turn>;
  /** Unanswered requests of a session. */
  readonly unansweredIn: (agent: Agent, thread: ThreadId) => Promise<readonly Unanswered[]>;
}

export interface Unanswered {
  readonly at: string;
  readonly request: Request;
}

/** The index gives candidates by the best rank they may have; each is read from the files before it counts. */
export async function* searchSessions(
  request: SearchRequest,
  database: Database,
  lookup: RolloutLookup,
  host: Host,
): AsyncGenerator<Hit> {
  const texts = journalTexts(database);
  const plan = planOf(request, { database, texts }, lookup, host);
  const candidates = candidatesIn(plan, request.selection, database);
  const sessions = new CandidateSessions(database);
  /** Those that have less than the index promised: their turn comes later. */
  const later: Candidate[] = [];
  let count = 0;
  for (let at = 0; at < candidates.length || later.length > 0; ) {
    const isLater = later.length > 0 && isBefore(later[0], candidates[at]);
    const candidate = (isLater ? later.shift() : candidates[at++]) as Candidate;
    const session = sessions.of(candidate.id, isLater ? later : following(candidates, at));
    const open = session?.open(lookup);
    if (!session || !open) continue;
    const { agent, thread } = session;
    const titles = titlesOf(session, request.names);
    const about = {
      id: candidate.id,
      open,
      titles,
      withJournal: texts.has(candidate.id)
        ? (reading: TurnReading) => request.withJournal(agent, thread, reading)
        : null,
    };
    const search = new SessionSearch(about, plan);
    let rank = isLater ? null : candidate.rank;
    for await (const match of search.matches()) {
      if (rank !== null && match.rank > rank) {
        later.push({ ...candidate, rank: match.rank });
        later.sort((a, b) => a.rank - b.rank || a.order - b.order);
        break;
      }
      rank = null;
      if (match.item === null && request.titled.has(candidate.id)) continue;
      yield hitOf(match, { session, title: titles[0], isWaiting: await isWaiting(match, session) });
      count += 1;
      if (count === request.limit || request.signal?.aborted) return;
    }
    if (request.signal?.aborted) return;
  }

  async function isWaiting({ turn, item }: SessionMatch, { agent, thread }: CandidateSession): Promise<boolean> {
    if (!turn || !item || !("status" in item)) return false;
    if (item.status === "waiting") return true;
    if (item.status !== "open" && item.status !== "declined") return false;
    const unanswered = await request.unansweredIn(agent, thread);
    return unanswered.some((one) => isDuring(one, turn) && waitsFor(item, one.request));
  }
}

function planOf(
  request: SearchRequest,
  { database, texts }: { readonly database: Database; readonly texts: JournalTexts },
  lookup: RolloutLookup,
  host: Host,
): SearchPlan {
  const { terms, touched, names, signal } = request;
  const sources = lookup.contents.map(({ home }) => home.source);
  return {
    terms,
    touched,
    host,
    signal,
    matcher: new Matcher(terms),
    places: terms.map((term) => {
      const places = placesOf(term, database);
      if (places) {
        addTitles(places, term, { database, names });
        addJournalTexts(places, term, texts);
      }
      return places;
    }),
    touchedPlaces: touched && touchedPlaces(touched, database, sources),
    yielding: new EventLoopYield(host),
  };
}

function isDuring({ at }: Unanswered, { startedAt, endedAt }: Turn): boolean {
  return (startedAt === null || at >= startedAt) && (endedAt === null || at <= endedAt);
}
