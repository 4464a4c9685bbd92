import type { Timestamp } from "@reprise/model";
import type { About, Fact, ItemFact } from "../agents/reading/fact.ts";
import type { Position } from "../agents/reading/source.ts";
import { titleOf } from "./title.ts";
import { type TrackState, type TurnTrack, TurnTracker } from "./turn-tracker.ts";

/** A session's row: built by one read, updated from new bytes. */
export interface Outline {
  readonly about: Partial<About>;
  readonly title: string;
  /** Null in a session without turns. */
  readonly lastTurn: TurnTrack | null;
  readonly hasInjected: boolean;
  readonly turnCount: number;
  readonly itemCount: number;
  readonly messageCount: number;
  readonly toolCount: number;
  readonly damageCount: number;
  /** Turn starts, from turn 1. */
  readonly turnStarts: readonly TurnStart[];
  /** Positions that add to an earlier turn. */
  readonly late: readonly LateItem[];
}

export interface TurnStart {
  readonly piece: number;
  readonly byteOffset: number;
  readonly line: number;
}

export interface LateItem extends TurnStart {
  readonly turn: number;
}

/** Saved state to continue; JSON. */
export interface OutlineState {
  readonly outline: Outline;
  readonly track: TrackState;
  readonly position: Position;
}

export class Outliner {
  readonly #tracker: TurnTracker;
  #about: Partial<About> = {};
  #title = "";
  #itemCount = 0;
  #messageCount = 0;
  #toolCount = 0;
  #damageCount = 0;
  #earlier: Partial<About> = {};
  #piece: number;
  readonly #turnStarts: TurnStart[];
  readonly #late: LateItem[];

  /** `piece`: index in the chain of the first file. */
  constructor(from: { state?: OutlineState | null; piece?: number } = {}) {
    const before = from.state?.outline;
    this.#tracker = new TurnTracker({ state: from.state?.track ?? null });
    this.#piece = from.piece ?? 0;
    this.#about = { ...before?.about };
    this.#title = before?.title ?? "";
    this.#itemCount = before?.itemCount ?? 0;
    this.#messageCount = before?.messageCount ?? 0;
    this.#toolCount = before?.toolCount ?? 0;
    this.#damageCount = before?.damageCount ?? 0;
    this.#turnStarts = [...(before?.turnStarts ?? [])];
    this.#late = [...(before?.late ?? [])];
  }

  /** Thread facts of an earlier file do not apply; settings do. */
  nextPiece(): void {
    this.#piece += 1;
    const { model, provider, effort, sandbox, approvalPolicy, thread, createdAt, workspace } = this.#about;
    this.#earlier = { thread, createdAt, workspace } as Partial<About>;
    this.#about = definedOnly({ model, provider, effort, sandbox, approvalPolicy });
  }

  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.type === "item") this.#item(fact);
      else if (fact.type === "about") this.#tellAbout(fact.about);
      else if (fact.type === "turn-start") {
        const before = this.#tracker.turnCount;
        this.#tracker.start(fact);
        if (this.#tracker.turnCount > before) this.#turnStarts.push(this.#placeOf(fact));
      } else if (fact.type === "turn-end") this.#tracker.end(fact);
      else if (fact.type === "damage") this.#damageCount += 1;
    }
  }

  result(): Outline {
    return {
      about: { ...this.#about },
      title: this.#title,
      lastTurn: this.#tracker.current,
      hasInjected: this.#tracker.hasInjected,
      turnCount: this.#tracker.turnCount,
      itemCount: this.#itemCount,
      messageCount: this.#messageCount,
      toolCount: this.#toolCount,
      damageCount: this.#damageCount,
      turnStarts: this.#turnStarts,
      late: this.#late,
    };
  }

  save(position: Position): OutlineState {
    return { outline: this.result(), track: this.#tracker.save(), position };
  }

  #tellAbout(about: Partial<About>): void {
    const isSameThread = about.thread != null && about.thread === this.#earlier.thread;
    if (isSameThread) addAbout(this.#about, this.#earlier);
    addAbout(this.#about, about);
  }

  #item(fact: ItemFact): void {
    const placed = this.#tracker.place(fact);
    if (!placed) return;
    if (placed.opened) this.#turnStarts.push(this.#placeOf(fact));
    if (placed.isLate) this.#late.push({ turn: placed.turn, ...this.#placeOf(fact) });
    if (!placed.isNew) return;
    this.#itemCount += 1;
    const { kind } = fact.item;
    if (kind === "prompt" || kind === "reply") this.#messageCount += 1;
    else if (kind === "command" || kind === "edit" || kind === "tool") this.#toolCount += 1;
    if (kind === "prompt" && this.#title === "") this.#title = titleOf(fact.item.text);
  }

  #placeOf(fact: { origin: { byteOffset: number; line: number } }): TurnStart {
    return { piece: this.#piece, byteOffset: fact.origin.byteOffset, line: fact.origin.line };
  }
}

/** The first workspace wins, the last of everything else. */
function addAbout(about: Partial<About>, more: Partial<About>): void {
  const fields = about as Record<string, unknown>;
  for (const field in more) {
    const value = more[field as keyof About];
    if (value === null || value === undefined) continue;
    const before = fields[field];
    if (before != null && isKept(field, before, value)) continue;
    fields[field] = value;
  }
}

function isKept(field: string, before: unknown, value: unknown): boolean {
  if (field === "workspace" || field === "createdAt" || field === "thread") return true;
  return field === "updatedAt" && (before as Timestamp) > (value as Timestamp);
}

function definedOnly(about: { [Field in keyof About]?: About[Field] | undefined }): Partial<About> {
  return Object.fromEntries(Object.entries(about).filter(([, value]) => value != null)) as Partial<About>;
}
