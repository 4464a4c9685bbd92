import type { Damage, ItemBody, Kept, Origin, Timestamp } from "@reprise/model";
import { asTimestamp } from "@reprise/model";
import { Facts } from "../../reading/facts.ts";
import { outlineItem } from "../../reading/outline-item.ts";
import type { Depth } from "../../reading/source.ts";

/** Null while the turn has no recorded end. */
export interface TurnOutcome {
  readonly state: "completed" | "failed" | "interrupted";
  readonly at: Timestamp | null;
}

/** Positions are numbers of messages and parts: a store has no lines. */
export class FactCollector extends Facts {
  readonly #file: string;
  readonly #depth: Depth;
  #turn: string | null = null;
  #outcome: (TurnOutcome & { readonly origin: Origin }) | null = null;
  readonly #firstItemOf: (message: string) => string | null;
  #kept: Kept | null = null;
  #shell: string | null = null;

  /** `firstItemOf`: the first item of a message; needed only for compactions. */
  constructor(file: string, depth: Depth, firstItemOf: (message: string) => string | null = () => null) {
    super();
    this.#file = file;
    this.#depth = depth;
    this.#firstItemOf = firstItemOf;
  }

  get isOpen(): boolean {
    return this.#turn !== null && this.#outcome === null;
  }

  turnStart(turn: string, at: number | null, place: number): void {
    this.#turn = turn;
    this.#outcome = null;
    this.tell({ type: "turn-start", turn, at: asTimestamp(at), origin: this.origin(place) });
  }

  /** Counts once the turn is over. */
  settle(outcome: TurnOutcome | null, place: number): void {
    this.#outcome = outcome && { ...outcome, origin: this.origin(place) };
  }

  turnOver(): void {
    if (this.#turn === null || this.#outcome === null) return;
    const { state, at, origin } = this.#outcome;
    this.tell({ type: "turn-end", turn: this.#turn, state, at, origin });
  }

  item(item: ItemBody, at: number | null, place: number, key: string): void {
    const body = this.#depth === "outline" ? outlineItem(item) : item;
    const fact = {
      type: "item",
      key,
      rank: 0,
      turn: null,
      item: body,
      at: asTimestamp(at),
      origin: this.origin(place),
    } as const;
    this.tell(fact);
  }

  /** A compaction that keeps everything from this message on. */
  keeps(from: string | null): void {
    const item = from === null || this.#depth === "outline" ? null : this.#firstItemOf(from);
    this.#kept = item === null ? null : { from: item };
  }

  /** Clears it. */
  takeKept(): Kept | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  /** The answer to this message has the user's command. */
  shell(message: string): void {
    this.#shell = message;
  }

  takeShell(parent: string | null): boolean {
    const isAnswer = this.#shell !== null && this.#shell === parent;
    this.#shell = null;
    return isAnswer;
  }

  damaged(kind: Damage["kind"], detail: string, place: number): void {
    this.damage({ ...this.origin(place), kind, detail });
  }

  origin(place: number): Origin {
    return { file: this.#file, line: 0, byteOffset: place };
  }
}
