/** What a log tells twice: once as given to the model, once as an event for a viewer. */
export type PairedKind = "prompt" | "reply" | "reasoning" | "compaction";
export type LineKind = "model" | "event";

const everyTold: readonly PairedKind[] = ["prompt", "reply", "reasoning", "compaction"];

export type SavedPairing = { readonly [told in PairedKind]?: Seen };

interface Seen {
  readonly keys: string[];
  model: number;
  event: number;
}

/**
 * Pairs the two tellings by their order within a turn: the second telling of the n-th reply is the n-th reply.
 * Neither need be complete, and either may come first.
 */
export class DuplicatePairs {
  #seen: Record<PairedKind, Seen> = freshCounts();

  /** The key of the item this telling is about: the one its counterpart was given, if that came first. */
  keyOf(kind: PairedKind, lineKind: LineKind, ownKey: string): string {
    const seen = this.#seen[kind];
    const index = seen[lineKind];
    seen[lineKind] += 1;
    const key = seen.keys[index] ?? ownKey;
    seen.keys[index] = key;
    return key;
  }

  /** Whether the next line of this kind would be a new item. */
  isNew(kind: PairedKind, lineKind: LineKind): boolean {
    const seen = this.#seen[kind];
    return seen[lineKind] >= seen.keys.length;
  }

  hasAny(kind: PairedKind): boolean {
    return this.#seen[kind].keys.length > 0;
  }

  /** Facts reported so far are not reported again. */
  settle(): void {
    for (const kind of everyTold) {
      const { keys } = this.#seen[kind];
      this.#seen[kind] = { keys, model: keys.length, event: keys.length };
    }
  }

  reset(): void {
    this.#seen = freshCounts();
  }

  /** Only what was told; JSON. */
  save(): SavedPairing {
    const saved: { [told in PairedKind]?: Seen } = {};
    for (const kind of everyTold) if (this.#seen[kind].keys.length > 0) saved[kind] = this.#seen[kind];
    return saved;
  }

  load(saved: SavedPairing): void {
    this.#seen = { ...freshCounts(), ...saved };
  }
}

function freshCounts(): Record<PairedKind, Seen> {
  const none = (): Seen => ({ keys: [], model: 0, event: 0 });
  return { prompt: none(), reply: none(), reasoning: none(), compaction: none() };
}
