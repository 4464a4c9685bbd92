import type { Fact } from "../../agents/reading/fact.ts";
import { type TrackState, TurnTracker } from "../../transcript/turn-tracker.ts";
import { textsOf } from "./item-text.ts";
import type { Passage } from "./text-rows.ts";
import { WordSet } from "./word-set.ts";

/** Larger turns are split into several passages. */
const mostBytes = 512 * 1024;
/** Logs often repeat a text nearby. */
const recentCount = 8;
const worthRemembering = 64;

/** Collects the distinct words of each turn. Reused across sessions. */
export class PassageCollector {
  readonly #bag = new WordSet();
  #tracker = new TurnTracker();
  #turn = 0;
  #passages: Passage[] = [];
  #pendingBytes = 0;
  readonly #recent: string[] = [];

  start(state: TrackState | null): void {
    this.#tracker = new TurnTracker({ state });
    this.#turn = 0;
    this.#recent.length = 0;
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
        for (const text of textsOf(fact.item)) if (!this.#isRecent(text)) this.#bag.add(text);
        if (this.#bag.sizeBytes > mostBytes) this.#flush(turn);
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

  #flush(nextTurn: number): void {
    if (this.#bag.sizeBytes > 0) {
      const words = this.#bag.take();
      this.#passages.push({ turn: this.#turn, words });
      this.#pendingBytes += words.length;
      this.#recent.length = 0;
    }
    this.#turn = nextTurn;
  }

  #isRecent(text: string): boolean {
    if (text.length < worthRemembering) return false;
    if (this.#recent.includes(text)) return true;
    this.#recent.push(text);
    if (this.#recent.length > recentCount) this.#recent.shift();
    return false;
  }
}
