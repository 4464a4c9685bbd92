import {
  type Damage,
  type Excerpt,
  type Item,
  itemsAround,
  type Timestamp,
  type Turn,
  type TurnState,
} from "@reprise/model";
import type { Fact, ItemFact } from "../agents/reading/fact.ts";
import { type Draft, isUnnamed, mergeInto } from "./merge-item.ts";
import { settledEdit } from "./settle-edit.ts";
import { shortenBody } from "./shorten-body.ts";
import { type TurnTrack, TurnTracker, turnStateOf } from "./turn-tracker.ts";

interface ItemDraft extends Draft {
  readonly id: string;
  readonly at: Timestamp | null;
  readonly origin: Item["origin"];
}

interface TurnDraft {
  readonly number: number;
  track: TurnTrack | null;
  items: ItemDraft[];
  readonly byKey: Map<string, ItemDraft>;
}

/** Pure; holds only turns not yet released. */
export class TurnBuilder {
  readonly damage: Damage[] = [];
  readonly #tracker: TurnTracker;
  readonly #turns = new Map<number, TurnDraft>();
  readonly #skips: ReadonlySet<string>;
  readonly #excerpt: Excerpt | null;
  readonly #cut = new Set<number>();
  #hasSkipped = false;
  #piece: number;

  /** `afterTurn`: reading starts after that turn. `skips`: positions about earlier turns. */
  constructor(
    from: { piece: number; afterTurn?: number; skips?: ReadonlySet<string> },
    excerpt: Excerpt | null = null,
  ) {
    this.#piece = from.piece;
    this.#excerpt = excerpt;
    this.#skips = from.skips ?? new Set();
    this.#tracker = new TurnTracker(from.afterTurn === undefined ? {} : { windowAfterTurn: from.afterTurn });
  }

  nextPiece(): void {
    this.#piece += 1;
  }

  /** Turns of which items were left out. */
  get cut(): ReadonlySet<number> {
    return this.#cut;
  }

  /** Whether the current turn has all the items of its excerpt, but for those at its end. */
  get isFilled(): boolean {
    if (!this.#excerpt) return false;
    const { items: most, around } = this.#excerpt;
    if (around === null) return true;
    const { items = [] } = this.#turns.get(this.currentTurn) ?? {};
    const at = items.findIndex(({ id }) => id === around);
    return items.length === most && at !== -1 && at <= most / 3;
  }

  /** Part of the current turn is not read. What is asked for comes after it, unless it is there: then what came before is left out too. */
  skip(): void {
    const draft = this.#turns.get(this.currentTurn);
    if (draft && !draft.items.some(({ id }) => id === this.#excerpt?.around)) {
      draft.items = [];
      draft.byKey.clear();
    }
    this.#tracker.skip();
    this.#cut.add(this.currentTurn);
    this.#hasSkipped = true;
  }

  get currentTurn(): number {
    return this.#tracker.turnCount;
  }

  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.type === "item") this.#item(fact);
      else if (fact.type === "turn-start") this.#turn(this.#tracker.start(fact).number).track = this.#tracker.current;
      else if (fact.type === "turn-end") this.#tracker.end(fact);
      else if (fact.type === "damage") this.damage.push(fact.damage);
    }
  }

  /** Adds a later record to a turn already built. */
  takeLate(fact: ItemFact, turn: number): void {
    const draft = this.#turns.get(turn);
    if (draft) this.#add(draft, fact, { isNew: fact.key === null });
  }

  /** Releases the turns before the current one, or all. */
  *release(how: { isEnd: boolean; isLive: boolean }): Generator<Turn> {
    for (const number of this.releasable(how.isEnd)) {
      const draft = this.#turn(number);
      this.#turns.delete(number);
      yield finished(draft, how.isLive && number === this.currentTurn);
    }
  }

  /** Turn numbers that `release` would return now. */
  releasable(isEnd: boolean): number[] {
    return [...this.#turns.keys()].filter((number) => isEnd || number < this.currentTurn).sort((a, b) => a - b);
  }

  #item(fact: ItemFact): void {
    if (this.#skips.size > 0 && this.#skips.has(placeKey(this.#piece, fact.origin.byteOffset))) return;
    const placed = this.#tracker.place(fact);
    if (!placed) return;
    const known = this.#turns.get(placed.turn);
    // Already released, with its late items.
    if (!known && placed.isLate && placed.turn !== 0) return;
    const draft = this.#turn(placed.turn);
    if (placed.opened) draft.track = placed.opened;
    this.#add(draft, fact, placed);
  }

  #add(draft: TurnDraft, fact: ItemFact, { isNew }: { readonly isNew: boolean }): void {
    const known = fact.key === null ? undefined : draft.byKey.get(fact.key);
    if (known) {
      mergeInto(known, fact.item, fact.rank);
      this.#shorten(known);
      return;
    }
    // It adds to an item that was left out.
    if (this.#excerpt && (!isNew || (this.#hasSkipped && isUnnamed(fact.item)))) return;
    const item: ItemDraft = {
      id: this.#idOf(fact),
      at: fact.at,
      origin: fact.origin,
      body: fact.item,
      rank: fact.rank,
    };
    draft.items.push(item);
    if (fact.key !== null) draft.byKey.set(fact.key, item);
    this.#shorten(item);
    if (this.#excerpt && draft.items.length > this.#excerpt.items) this.#leaveOut(draft, this.#excerpt);
  }

  #shorten(item: ItemDraft): void {
    if (this.#excerpt && item.id !== this.#excerpt.around) item.body = shortenBody(item.body, this.#excerpt.characters);
  }

  #leaveOut(draft: TurnDraft, { items: most, around }: Excerpt): void {
    const kept = new Set(itemsAround(draft.items, most, around));
    for (const item of draft.items) if (!kept.has(item)) draft.byKey.delete(item.id);
    draft.items = [...kept];
    this.#cut.add(draft.number);
  }

  #idOf(fact: ItemFact): string {
    return fact.key ?? placeKey(this.#piece, fact.origin.byteOffset);
  }

  #turn(number: number): TurnDraft {
    let draft = this.#turns.get(number);
    if (!draft) {
      draft = { number, track: null, items: [], byKey: new Map() };
      this.#turns.set(number, draft);
    }
    return draft;
  }
}

export function placeKey(piece: number, byteOffset: number): string {
  return `${piece}@${byteOffset}`;
}

function finished(draft: TurnDraft, isLive: boolean): Turn {
  const items = draft.items.map(({ id, at, origin, body }): Item => ({ id, at, origin, ...settledEdit(body) }));
  const { track } = draft;
  if (!track)
    return {
      number: draft.number,
      state: "completed",
      startedAt: items[0]?.at ?? null,
      endedAt: null,
      items,
    };
  const state: TurnState = turnStateOf(track, isLive);
  const endedAt = track.ended ? (track.ended.at ?? track.lastAt) : state === "completed" ? track.lastAt : null;
  return { number: draft.number, key: track.key, state, startedAt: track.startedAt, endedAt, items };
}
