import type { Damage, Item, Timestamp, Turn, TurnState } from "@reprise/model";
import type { Fact, ItemFact } from "../agents/reading/fact.ts";
import { type Draft, mergeInto } from "./merge-item.ts";
import { settledEdit } from "./settle-edit.ts";
import { type TurnTrack, TurnTracker, turnStateOf } from "./turn-tracker.ts";

interface ItemDraft extends Draft {
  readonly id: string;
  readonly at: Timestamp | null;
  readonly origin: Item["origin"];
}

interface TurnDraft {
  readonly number: number;
  track: TurnTrack | null;
  readonly items: ItemDraft[];
  readonly byKey: Map<string, ItemDraft>;
}

/** Pure; holds only turns not yet released. */
export class TurnBuilder {
  readonly damage: Damage[] = [];
  readonly #tracker: TurnTracker;
  readonly #turns = new Map<number, TurnDraft>();
  readonly #skips: ReadonlySet<string>;
  #piece: number;

  /** `afterTurn`: reading starts after that turn. `skips`: positions about earlier turns. */
  constructor(from: { piece: number; afterTurn?: number; skips?: ReadonlySet<string> }) {
    this.#piece = from.piece;
    this.#skips = from.skips ?? new Set();
    this.#tracker = new TurnTracker(from.afterTurn === undefined ? {} : { windowAfterTurn: from.afterTurn });
  }

  nextPiece(): void {
    this.#piece += 1;
  }

  get currentTurn(): number {
    return this.#tracker.turnCount;
  }

  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.type === "item") this.#item(fact);
      else if (fact.type === "turn-start")
        this.#turn(this.#tracker.start(fact).number).track = this.#tracker.current;
      else if (fact.type === "turn-end") this.#tracker.end(fact);
      else if (fact.type === "damage") this.damage.push(fact.damage);
    }
  }

  /** Adds a later record to a turn already built. */
  takeLate(fact: ItemFact, turn: number): void {
    const draft = this.#turns.get(turn);
    if (draft) this.#add(draft, fact);
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
    return [...this.#turns.keys()]
      .filter((number) => isEnd || number < this.currentTurn)
      .sort((a, b) => a - b);
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
    this.#add(draft, fact);
  }

  #add(draft: TurnDraft, fact: ItemFact): void {
    const known = fact.key === null ? undefined : draft.byKey.get(fact.key);
    if (known) {
      mergeInto(known, fact.item, fact.rank);
      return;
    }
    const item: ItemDraft = {
      id: this.#idOf(fact),
      at: fact.at,
      origin: fact.origin,
      body: fact.item,
      rank: fact.rank,
    };
    draft.items.push(item);
    if (fact.key !== null) draft.byKey.set(fact.key, item);
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
  const items = draft.items.map(
    ({ id, at, origin, body }): Item => ({ id, at, origin, ...settledEdit(body) }),
  );
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
  const endedAt = track.ended
    ? (track.ended.at ?? track.lastAt)
    : state === "completed"
      ? track.lastAt
      : null;
  return { number: draft.number, key: track.key, state, startedAt: track.startedAt, endedAt, items };
}
