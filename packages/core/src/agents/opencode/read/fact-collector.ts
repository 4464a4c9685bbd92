import type { Damage, ItemBody, Kept, Origin, Timestamp } from "@reprise/model";
import { asTimestamp } from "@reprise/model";
import { Facts } from "../../reading/facts.ts";
import { outlineItem } from "../../reading/outline-item.ts";
import type { Depth } from "../../reading/source.ts";

/** How a turn stands after the latest message of it; null while nothing tells that it has ended. */
export interface TurnOutcome {
  readonly state: "completed" | "failed" | "interrupted";
  readonly at: Timestamp | null;
}

/** Collects the facts of one session. A store has no lines: its places are the numbers of messages and parts in order. */
export class FactCollector extends Facts {
  readonly #file: string;
  readonly #depth: Depth;
  #turn: string | null = null;
  #outcome: (TurnOutcome & { readonly origin: Origin }) | null = null;
  readonly #firstItemOf: (message: string) => string | null;
  #kept: Kept | null = null;
  #shell: string | null = null;

  /** `firstItemOf`: what a message of the session tells first; needed only where a compaction keeps something. */
  constructor(file: string, depth: Depth, firstItemOf: (message: string) => string | null = () => null) {
    super();
    this.#file = file;
    this.#depth = depth;
    this.#firstItemOf = firstItemOf;
  }

  /** A turn was begun, and nothing says that it has ended. */
  get isOpen(): boolean {
    return this.#turn !== null && this.#outcome === null;
  }

  turnStart(turn: string, at: number | null, place: number): void {
    this.#turn = turn;
    this.#outcome = null;
    this.tell({ type: "turn-start", turn, at: asTimestamp(at), origin: this.origin(place) });
  }

  /** What the latest message says; it counts once the turn is over. */
  settle(outcome: TurnOutcome | null, place: number): void {
    this.#outcome = outcome && { ...outcome, origin: this.origin(place) };
  }

  /** No more of the present turn will come. */
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

  /** A compaction was asked for, which keeps what was said from this message on. */
  keeps(from: string | null): void {
    const item = from === null || this.#depth === "outline" ? null : this.#firstItemOf(from);
    this.#kept = item === null ? null : { from: item };
  }

  /** What the latest compaction keeps; it is forgotten here. */
  takeKept(): Kept | null {
    const kept = this.#kept;
    this.#kept = null;
    return kept;
  }

  /** A person ran a command: the answer to this message holds it. */
  shell(message: string): void {
    this.#shell = message;
  }

  /** Whether a message with this parent holds what a person ran. */
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
