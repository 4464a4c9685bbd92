/** What a log tells twice: once as given to the model, once as an event for a viewer. */
export type Told = "prompt" | "reply" | "reasoning" | "compaction";
export type Voice = "model" | "event";

const everyTold: readonly Told[] = ["prompt", "reply", "reasoning", "compaction"];

export type SavedPairing = { readonly [told in Told]?: Seen };

interface Seen {
  readonly keys: string[];
  model: number;
  event: number;
}

/**
 * Pairs the two tellings by their order within a turn: the second telling of the n-th reply is the n-th reply.
 * Neither need be complete, and either may come first.
 */
export class Pairing {
  #seen: Record<Told, Seen> = freshCounts();

  /** The key of the item this telling is about: the one its counterpart was given, if that came first. */
  keyOf(told: Told, voice: Voice, ownKey: string): string {
    const seen = this.#seen[told];
    const index = seen[voice];
    seen[voice] += 1;
    const key = seen.keys[index] ?? ownKey;
    seen.keys[index] = key;
    return key;
  }

  /** Whether the next telling by this voice would be a new item. */
  isNew(told: Told, voice: Voice): boolean {
    const seen = this.#seen[told];
    return seen[voice] >= seen.keys.length;
  }

  hasAny(told: Told): boolean {
    return this.#seen[told].keys.length > 0;
  }

  reset(): void {
    this.#seen = freshCounts();
  }

  /** Only what was told; JSON. */
  save(): SavedPairing {
    const saved: { [told in Told]?: Seen } = {};
    for (const told of everyTold) if (this.#seen[told].keys.length > 0) saved[told] = this.#seen[told];
    return saved;
  }

  load(saved: SavedPairing): void {
    this.#seen = { ...freshCounts(), ...saved };
  }
}

function freshCounts(): Record<Told, Seen> {
  const none = (): Seen => ({ keys: [], model: 0, event: 0 });
  return { prompt: none(), reply: none(), reasoning: none(), compaction: none() };
}
