import type { Item, SearchTerm, Turn, Window } from "@reprise/model";
import type { AgentSource } from "../../agents/reading/source.ts";
import type { EventLoopYield } from "../../host/event-loop-yield.ts";
import type { Host } from "../../host/host.ts";
import { isJournalItem } from "../../journal/journal-items.ts";
import type { TurnReading } from "../../transcript/read-turns.ts";
import { type OpenSession, readSession } from "../query/open-session.ts";
import type { Places } from "./candidates.ts";
import { journalTurn } from "./journal-texts.ts";
import { lineAround, type Matcher, type Occurrence, type Snippet, worstOf } from "./match.ts";
import { isLargeTurn, OutputFilter } from "./output-filter.ts";
import { rankedTurns, rankOf, type SearchReach } from "./rank.ts";
import { titleTurn } from "./titles.ts";
import { type Touched, touchOf } from "./touched.ts";

export interface SearchPlan {
  readonly terms: readonly SearchTerm[];
  readonly matcher: Matcher;
  /** Turns that may have each term; null: any may. */
  readonly places: readonly (Places | null)[];
  readonly touched: Touched | null;
  readonly touchedPlaces: Places | null;
  readonly host: Host;
  readonly yielding: EventLoopYield;
  readonly signal: AbortSignal | undefined;
}

/** Both null: the title. */
interface MatchPlace {
  readonly turn: Turn | null;
  readonly item: Item | null;
}

export interface SessionMatch extends MatchPlace, Snippet {
  readonly reach: SearchReach;
  readonly rank: number;
}

/** Has a term at least. */
interface FoundItem extends MatchPlace {
  readonly found: readonly (Occurrence | null)[];
}

export interface SearchedSession {
  readonly id: number;
  readonly open: OpenSession;
  /** Its name, if it has one, and its title. */
  readonly titles: readonly string[];
  /** Adds what only a journal has; null: nothing. */
  readonly withJournal: ((reading: TurnReading) => AsyncIterable<Turn>) | null;
}

/** One session: the index names turns, and each is read from the files before it counts. */
export class SessionSearch {
  readonly #id: number;
  readonly #open: OpenSession;
  readonly #titles: readonly string[];
  readonly #withJournal: SearchedSession["withJournal"];
  readonly #plan: SearchPlan;
  readonly #filter: OutputFilter | null;
  /** The best item for each term in the turns read so far. */
  readonly #known = new Map<number, readonly (FoundItem | null)[]>();

  constructor({ id, open, titles, withJournal }: SearchedSession, plan: SearchPlan) {
    this.#id = id;
    this.#withJournal = withJournal;
    this.#open = open;
    this.#titles = titles;
    this.#plan = plan;
    this.#filter = OutputFilter.of(plan.terms);
  }

  /** Items with all terms; without any, the items of turns that have all, else of the session. */
  async *matches(): AsyncGenerator<SessionMatch> {
    const { terms, touched, signal } = this.#plan;
    if (touched !== null && terms.length === 0) return yield* this.#touching(touched);
    if (touched !== null && !(await this.#isTouching(touched))) return;
    let isFound = false;
    for (const search of [this.#inItems(), this.#inTurns(), this.#inSession()]) {
      for await (const match of search) {
        isFound = true;
        yield match;
      }
      if (isFound || terms.length === 1 || signal?.aborted) return;
    }
  }

  async #isTouching(touched: Touched): Promise<boolean> {
    for await (const _ of this.#touching(touched)) return true;
    return false;
  }

  async *#touching(touched: Touched): AsyncGenerator<SessionMatch> {
    const { source } = this.#open;
    const turns = this.#plan.touchedPlaces?.get(this.#id);
    for (const window of turns ? windowsOf([...turns.keys()]) : [undefined]) {
      for await (const turn of this.#turnsIn(window, source)) {
        for (const item of turn.items) {
          const text = touchOf(item, touched, source);
          if (text === null) continue;
          yield { turn, item, reach: "item", rank: 0, snippet: lineAround(text, [0, 0]), marks: [] };
        }
      }
    }
  }

  async *#inItems(): AsyncGenerator<SessionMatch> {
    const isAnywhere = this.#plan.places.every((places) => places === null);
    const { inItem } = rankedTurns(this.#id, this.#plan.places);
    const groups = isAnywhere ? [null] : Map.groupBy(inItem, ({ rank }) => rank).values();
    for (const group of groups) {
      for await (const items of this.#read(group?.map(({ turn }) => turn) ?? null)) {
        const whole = items.filter(({ found }) => !found.includes(null));
        const matches = whole.map((item) => this.#matchOf(item, "item", item.found as readonly Occurrence[]));
        yield* matches.toSorted((a, b) => a.rank - b.rank);
      }
    }
  }

  async *#inTurns(): AsyncGenerator<SessionMatch> {
    const { inTurn } = rankedTurns(this.#id, this.#plan.places);
    const named = inTurn.map(({ turn }) => turn);
    if (named.includes(journalTurn)) for await (const _ of this.#read([journalTurn]));
    const turns = named.length === 0 || named.includes(journalTurn) ? [...this.#known.keys()] : named;
    for (const turn of turns) {
      if (!this.#known.has(turn)) for await (const _ of this.#read([turn]));
      const best = this.#known.get(turn) ?? [];
      if (best.length > 0 && !best.includes(null)) yield* this.#together(best as readonly FoundItem[], "turn");
    }
  }

  async *#inSession(): AsyncGenerator<SessionMatch> {
    const best: FoundItem[] = [];
    for (const [term, places] of this.#plan.places.entries()) {
      const found = this.#bestFor(term) ?? (await this.#readFor(term, places));
      if (found === null) return;
      best.push(found);
    }
    yield* this.#together(best, "session");
  }

  /** The items that have all terms together, one for each term. */
  #together(best: readonly FoundItem[], reach: SearchReach): SessionMatch[] {
    const all = best.map(({ found }, term) => found[term] as Occurrence);
    return [...new Set(best)].map((item) => this.#matchOf(item, reach, all));
  }

  #matchOf(item: FoundItem, reach: SearchReach, all: readonly Occurrence[]): SessionMatch {
    const shown = item.found.find((one) => one !== null) as Occurrence;
    const { turn, item: of } = item;
    return {
      turn,
      item: of,
      reach,
      rank: rankOf({ reach, ...worstOf(all) }),
      ...this.#plan.matcher.snippetAt(shown),
    };
  }

  /** In the turns read so far. */
  #bestFor(term: number): FoundItem | null {
    return this.#known
      .values()
      .reduce<FoundItem | null>((best, items) => better(best, items[term] ?? null, term), null);
  }

  async #readFor(term: number, places: Places | null | undefined): Promise<FoundItem | null> {
    const turns = places ? [...(places.get(this.#id)?.keys() ?? [])] : null;
    for await (const _ of this.#read(turns?.filter((turn) => !this.#known.has(turn)) ?? null)) {
      const found = this.#bestFor(term);
      if (found !== null) return found;
    }
    return null;
  }

  /** Items with a term, turn by turn; null: of the title and of every turn. Those of a journal are in its own. */
  async *#read(turns: readonly number[] | null): AsyncGenerator<readonly FoundItem[]> {
    if (turns?.includes(titleTurn) !== false) yield this.#noted(titleTurn, this.#foundInTitle());
    const { source } = this.#open;
    if (turns?.includes(journalTurn))
      for await (const turn of this.#turnsIn(undefined, source))
        yield this.#noted(turn.number, this.#foundIn(turn)).filter(isOfJournal);
    const windows = turns === null ? [undefined] : windowsOf(turns.filter((turn) => turn > titleTurn));
    const found = (items: readonly FoundItem[]) => (turns === null ? items : items.filter((one) => !isOfJournal(one)));
    for (const window of windows) {
      if (this.#filter?.isFor(source) && isLargeTurn(this.#open, window)) {
        const read = async (sifted: AgentSource) => {
          const items: FoundItem[] = [];
          for await (const turn of this.#turnsIn(window, sifted)) items.push(...this.#foundIn(turn));
          return items;
        };
        yield found(this.#noted(window.from, await this.#filter.sift(source, read)));
      } else {
        for await (const turn of this.#turnsIn(window, source))
          yield found(this.#noted(turn.number, this.#foundIn(turn)));
      }
      if (this.#plan.signal?.aborted) return;
    }
  }

  #noted(turn: number, items: readonly FoundItem[]): readonly FoundItem[] {
    if (this.#plan.terms.length > 1) {
      const best = this.#plan.terms.map((_, term) =>
        items.reduce<FoundItem | null>((one, item) => better(one, item, term), null),
      );
      this.#known.set(turn, best);
    }
    return items;
  }

  #foundIn(turn: Turn): FoundItem[] {
    return turn.items.filter(isSearched).flatMap((item) => {
      const found = this.#plan.matcher.find(item);
      return found.some((one) => one !== null) ? [{ turn, item, found }] : [];
    });
  }

  #foundInTitle(): FoundItem[] {
    const texts = this.#titles.map((text) => ({ field: "title", text }) as const);
    return [{ turn: null, item: null, found: this.#plan.matcher.findIn(texts) }].filter(({ found }) =>
      found.some((one) => one !== null),
    );
  }

  async *#turnsIn(window: Window | undefined, source: AgentSource): AsyncGenerator<Turn> {
    const { host, yielding, signal } = this.#plan;
    const reading = readSession({ ...this.#open, source }, host, { window, isLive: false, signal });
    for await (const turn of this.#withJournal?.(reading) ?? reading.turns) {
      yield turn;
      await yielding.ifDue();
      if (signal?.aborted) return;
    }
  }
}

/** What a journal adds about an answer or the end of a reply says nothing that is not in the item before it. */
function isSearched(item: Item): boolean {
  return !isJournalItem(item) || (item.kind !== "approval" && item.kind !== "notice");
}

function isOfJournal({ item }: FoundItem): boolean {
  return item !== null && isJournalItem(item);
}

function better(a: FoundItem | null, b: FoundItem | null, term: number): FoundItem | null {
  const [one, other] = [a?.found[term] ?? null, b?.found[term] ?? null];
  if (one === null || other === null) return one === null ? (other === null ? null : b) : a;
  return rankOf({ reach: "item", ...other }) < rankOf({ reach: "item", ...one }) ? b : a;
}

/** Reads neighbouring turns at once. */
function windowsOf(turns: readonly number[]): { from: number; to: number }[] {
  const windows: { from: number; to: number }[] = [];
  for (const turn of turns.toSorted((a, b) => a - b)) {
    const last = windows.at(-1);
    if (last && turn === last.to + 1) last.to = turn;
    else windows.push({ from: turn, to: turn });
  }
  return windows;
}
