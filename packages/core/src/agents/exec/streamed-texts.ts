import type { RunEvent } from "@reprise/model";

type Spoken = "reply" | "reasoning";

/** Merges streamed text with the whole text that may follow: one key, reported once. */
export class StreamedTexts {
  readonly #prefix: string;
  readonly #open = new Map<Spoken, { key: string; text: string }>();
  #count = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  delta(kind: Spoken, text: string): readonly RunEvent[] {
    if (text === "") return [];
    const open = this.#open.get(kind) ?? { key: this.#newKey(kind), text: "" };
    open.text += text;
    this.#open.set(kind, open);
    return [{ type: "delta", key: open.key, kind, text }];
  }

  whole(kind: Spoken, text: string, ownKey: string | null = null): readonly RunEvent[] {
    const key = this.#open.get(kind)?.key ?? ownKey ?? this.#newKey(kind);
    this.#open.delete(kind);
    return text === "" ? [] : [{ type: "item", key, isComplete: true, item: { kind, text } }];
  }

  /** Text that was streamed but never arrived whole. `isComplete`: it is known to be complete. */
  rest({ isComplete }: { isComplete: boolean }): readonly RunEvent[] {
    const events = [...this.#open].map(
      ([kind, { key, text }]): RunEvent => ({ type: "item", key, isComplete, item: { kind, text } }),
    );
    this.#open.clear();
    return events;
  }

  #newKey(kind: Spoken): string {
    this.#count += 1;
    return `${this.#prefix}/${kind}-${this.#count}`;
  }
}
