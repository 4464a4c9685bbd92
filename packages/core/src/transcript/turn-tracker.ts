import type { ItemBody, ItemKind, Timestamp, TurnState } from "@reprise/model";
import { type ItemFact, injected, type TurnEndFact, type TurnStartFact } from "../agents/reading/fact.ts";

export interface TurnTrack {
  readonly number: number;
  readonly key: string | null;
  /** Its start is recorded; otherwise it runs from prompt to prompt. */
  readonly isExplicit: boolean;
  readonly startedAt: Timestamp | null;
  lastAt: Timestamp | null;
  ended: { state: "completed" | "failed" | "interrupted"; at: Timestamp | null } | null;
  hasPrompt: boolean;
  unansweredCount: number;
  hasReplyAfterWork: boolean;
}

interface Placement {
  readonly turn: number;
  readonly isNew: boolean;
  /** Belongs to an earlier turn. */
  readonly isLate: boolean;
  readonly opened: TurnTrack | null;
}

interface KnownItem {
  readonly turn: number;
  isAnswered: boolean;
  isOpen: boolean;
}

const maxKnownItems = 4096;
const maxKnownTurns = 64;
const work: ReadonlySet<ItemKind> = new Set(["command", "edit", "tool"]);

/** Saved state; JSON. */
export interface TrackState {
  readonly current: TurnTrack | null;
  readonly turnCount: number;
  readonly hasInjected: boolean;
  readonly turns: readonly (readonly [string, number])[];
  readonly known: readonly (readonly [string, number, boolean, boolean])[];
}

/** Assigns items to turns. Bounded memory: the last two turns and open items. */
export class TurnTracker {
  #current: TurnTrack | null = null;
  #turnCount = 0;
  #hasInjected = false;
  readonly #turns = new Map<string, number>();
  readonly #known = new Map<string, KnownItem>();
  readonly #isWindow: boolean;

  /** With a window, items of earlier turns are skipped. */
  constructor(from: { state?: TrackState | null; windowAfterTurn?: number } = {}) {
    this.#isWindow = from.windowAfterTurn !== undefined;
    this.#turnCount = from.windowAfterTurn ?? 0;
    if (!from.state) return;
    this.#current = from.state.current && { ...from.state.current };
    this.#turnCount = from.state.turnCount;
    this.#hasInjected = from.state.hasInjected;
    for (const [key, turn] of from.state.turns) this.#turns.set(key, turn);
    for (const [key, turn, isAnswered, isOpen] of from.state.known) this.#known.set(key, { turn, isAnswered, isOpen });
  }

  get current(): TurnTrack | null {
    return this.#current;
  }

  /** Without injected history. */
  get turnCount(): number {
    return this.#turnCount;
  }

  get hasInjected(): boolean {
    return this.#hasInjected;
  }

  start(fact: TurnStartFact): TurnTrack {
    // A repeated start is one turn.
    if (fact.turn !== null && this.#current?.key === fact.turn) return this.#current;
    return this.#open({ key: fact.turn, isExplicit: true, at: fact.at });
  }

  /** Null if the turn is not tracked. */
  end(fact: TurnEndFact): number | null {
    const current = this.#current;
    if (!current) return null;
    if (fact.turn !== null && current.key !== null && fact.turn !== current.key) {
      const number = this.#turns.get(fact.turn);
      if (number !== current.number) return number ?? null;
    }
    // The first end wins, unless a failure follows.
    if (!current.ended || fact.state !== "completed") current.ended = { state: fact.state, at: fact.at };
    return current.number;
  }

  /** Null: outside the window. */
  place(fact: ItemFact): Placement | null {
    const known = fact.key === null ? undefined : this.#known.get(fact.key);
    if (known) return this.#again(known, fact);
    const turn = this.#turnFor(fact);
    if (turn === null) return null;
    this.#note(fact, turn.number);
    return { turn: turn.number, isNew: true, isLate: turn.isLate, opened: turn.opened };
  }

  /** Part of the current turn is not read: which calls of it had no answer is not known. */
  skip(): void {
    const current = this.#current;
    if (!current) return;
    current.unansweredCount = 0;
    for (const item of this.#known.values()) if (item.turn === current.number) item.isAnswered = true;
  }

  save(): TrackState {
    return {
      current: this.#current && { ...this.#current },
      turnCount: this.#turnCount,
      hasInjected: this.#hasInjected,
      turns: [...this.#turns],
      known: [...this.#known].map(([key, item]) => [key, item.turn, item.isAnswered, item.isOpen] as const),
    };
  }

  #again(known: KnownItem, fact: ItemFact): Placement {
    const current = this.#current;
    if (!known.isAnswered && isAnswered(fact.item)) {
      known.isAnswered = true;
      if (current && known.turn === current.number) current.unansweredCount -= 1;
    }
    if (!isOpen(fact.item)) known.isOpen = false;
    if (current && known.turn === current.number) touch(current, fact.at);
    return {
      turn: known.turn,
      isNew: false,
      isLate: current !== null && known.turn !== current.number,
      opened: null,
    };
  }

  #turnFor(fact: ItemFact): { number: number; isLate: boolean; opened: TurnTrack | null } | null {
    const { kind } = fact.item;
    if (fact.turn === injected) {
      this.#hasInjected = true;
      return { number: 0, isLate: this.#turnCount > 0, opened: null };
    }
    if (fact.turn !== null && fact.turn !== this.#current?.key) {
      const number = this.#turns.get(fact.turn);
      if (number !== undefined) return { number, isLate: number !== this.#current?.number, opened: null };
      if (this.#isWindow && this.#current?.key) return null;
    }
    if (this.#opensTurn(kind)) {
      const opened = this.#open({ key: null, isExplicit: false, at: fact.at });
      return { number: opened.number, isLate: false, opened };
    }
    if (this.#current) {
      // A review starts its own turn; the requesting turn ends.
      if (fact.turn !== null) this.#turns.set(fact.turn, this.#current.number);
      return { number: this.#current.number, isLate: false, opened: null };
    }
    if (this.#isWindow) return null;
    this.#hasInjected = true;
    return { number: 0, isLate: false, opened: null };
  }

  #opensTurn(kind: ItemKind): boolean {
    const current = this.#current;
    if (kind === "prompt") return !current || (current.isExplicit ? current.ended !== null : current.hasPrompt);
    if (kind === "reply" || kind === "reasoning" || work.has(kind)) return !current;
    return false;
  }

  #open(turn: { key: string | null; isExplicit: boolean; at: Timestamp | null }): TurnTrack {
    this.#forget();
    this.#turnCount += 1;
    this.#current = {
      number: this.#turnCount,
      key: turn.key,
      isExplicit: turn.isExplicit,
      startedAt: turn.at,
      lastAt: turn.at,
      ended: null,
      hasPrompt: false,
      unansweredCount: 0,
      hasReplyAfterWork: false,
    };
    if (turn.key !== null) this.#turns.set(turn.key, this.#turnCount);
    return this.#current;
  }

  #note(fact: ItemFact, turn: number): void {
    const isWork = work.has(fact.item.kind) && !isPersons(fact.item);
    const answered = isAnswered(fact.item) || isPersons(fact.item);
    if (fact.key !== null) this.#known.set(fact.key, { turn, isAnswered: answered, isOpen: isOpen(fact.item) });
    const current = this.#current;
    if (!current || current.number !== turn) return;
    touch(current, fact.at);
    if (fact.item.kind === "prompt") current.hasPrompt = true;
    if (fact.item.kind === "reply") current.hasReplyAfterWork = true;
    if (isWork) {
      current.hasReplyAfterWork = false;
      if (!answered) current.unansweredCount += 1;
    }
  }

  #forget(): void {
    for (const [key, item] of this.#known) {
      if (!item.isOpen && item.turn < this.#turnCount) this.#known.delete(key);
    }
    dropOldest(this.#known, maxKnownItems);
    dropOldest(this.#turns, maxKnownTurns);
  }
}

export function turnStateOf(turn: TurnTrack, isLastAndLive: boolean): TurnState {
  if (turn.ended) return turn.ended.state;
  if (!turn.isExplicit && turn.unansweredCount <= 0 && turn.hasReplyAfterWork) return "completed";
  return isLastAndLive ? "working" : "interrupted";
}

function isAnswered(item: ItemBody): boolean {
  if (item.kind === "command" || item.kind === "tool") return item.output !== null || item.status !== "open";
  if (item.kind === "edit") return item.status !== "open";
  return true;
}

/** Commands run by the user need no reply. */
function isPersons(item: ItemBody): boolean {
  return item.kind === "command" && item.isPersons === true;
}

function isOpen(item: ItemBody): boolean {
  return (item.kind === "command" || item.kind === "tool" || item.kind === "edit") && item.status === "open";
}

function touch(turn: TurnTrack, at: Timestamp | null): void {
  if (at !== null) turn.lastAt = at;
}

function dropOldest(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
