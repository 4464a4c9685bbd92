import type { Fact } from "../../agents/reading/fact.ts";
import { type TrackState, TurnTracker } from "../../transcript/turn-tracker.ts";
import { searchTexts, type TextField, textFields } from "./item-text.ts";
import type { Passage } from "./text-rows.ts";
import { kindWord } from "./touched.ts";
import { WordSet } from "./word-set.ts";

/** Larger turns are split into several passages. */
const mostBytes = 512 * 1024;
/** Logs often repeat a text nearby. */
const recentCount = 8;
const worthRemembering = 64;

/** Collects the distinct words of each field of a turn. Reused across sessions. */
export class PassageCollector {
  readonly #bags = new Map(textFields.map((field) => [field, new FieldWords()]));
  #tracker = new TurnTracker();
  #turn = 0;
  #passages: Passage[] = [];
  #pendingBytes = 0;

  start(state: TrackState | null): void {
    this.#tracker = new TurnTracker({ state });
    this.#turn = 0;
    for (const bag of this.#bags.values()) bag.recent.length = 0;
  }

  get sizeBytes(): number {
    return this.#pendingBytes;
  }

  take(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.type === "turn-start") this.#tracker.start(fact);
      else if (fact.type === "turn-end") this.#tracker.end(fact);
      else if (fact.type === "item") {
        const turn = this.#tracker.place(fact)?.turn ?? 0;
        if (turn !== this.#turn) this.#flush(turn);
        for (const { field, text } of searchTexts(fact.item)) this.#add(field, text);
        const kind = kindWord(fact.item.kind);
        if (kind !== null) this.#bags.get("work")?.words.note(kind);
      }
    }
  }

  state(): TrackState {
    return this.#tracker.save();
  }

  passages(): readonly Passage[] {
    this.#flush(this.#turn);
    const passages = this.#passages;
    this.#passages = [];
    this.#pendingBytes = 0;
    return passages;
  }

  #add(field: TextField, text: string): void {
    const bag = this.#bags.get(field);
    if (!bag || bag.isRecent(text)) return;
    bag.words.add(text);
    if (bag.words.sizeBytes > mostBytes) this.#flushField(field, bag);
  }

  #flush(nextTurn: number): void {
    for (const [field, bag] of this.#bags) if (bag.words.sizeBytes > 0) this.#flushField(field, bag);
    this.#turn = nextTurn;
  }

  #flushField(field: TextField, bag: FieldWords): void {
    const words = bag.words.take();
    this.#passages.push({ turn: this.#turn, field, words });
    this.#pendingBytes += words.length;
    bag.recent.length = 0;
  }
}

class FieldWords {
  readonly words = new WordSet();
  readonly recent: string[] = [];

  isRecent(text: string): boolean {
    if (text.length < worthRemembering) return false;
    if (this.recent.includes(text)) return true;
    this.recent.push(text);
    if (this.recent.length > recentCount) this.recent.shift();
    return false;
  }
}
