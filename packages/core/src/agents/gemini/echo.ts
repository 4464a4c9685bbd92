import type { Origin } from "@reprise/model";
import { type Foreign, textOf } from "../foreign.ts";
import { type Held, type Memory, markOf } from "./memory.ts";
import { readMessage, type Said } from "./message.ts";

/**
 * When a tool call is refused, Gemini CLI writes the whole conversation again, message by message and under new ids,
 * with a list of them at the end. A prompt that repeats the first one may begin such an echo: it is withheld until
 * something tells. A reply that names no model is an echo; so is a list that has the new ids and not the old ones.
 */
export class Echo {
  readonly #memory: Memory;
  /** What an echo would repeat, from the first message on. */
  #original: readonly string[] | null = null;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** `aside`: it neither belongs to an echo nor ends one. */
  hears(message: Foreign, origin: Origin): "echo" | "news" | "aside" {
    const memory = this.#memory;
    const id = textOf(message.id) ?? "";
    if (memory.message(memory.nameOf(id))) return "news";
    const { heard, held } = memory.flags;
    // Only a prompt begins an echo; nothing else need be looked at.
    if (heard === 0 && message.type !== "user") return "news";
    const said = readMessage(message);
    const { voice, text } = said;
    const isConfirmed = heard > held.length;
    if (voice === "silent" && !this.#saysMore(said)) return "aside";
    if (voice === "silent" && !isConfirmed) return "news";
    if (isConfirmed && (voice === "silent" || (voice === "notice" && message.type === "user"))) {
      memory.keepMessage(id, {
        voice,
        mark: markOf(text),
        thoughtCount: said.thoughts.length,
        hasTokens: true,
      });
      return "echo";
    }
    const original = this.#originalAt(heard);
    const known = original === undefined ? undefined : memory.message(original);
    if (original === undefined || known?.voice !== voice || known.mark !== markOf(text)) return "news";
    if (voice === "prompt" && !isConfirmed) {
      memory.set({ heard: heard + 1, held: [...held, { message, origin }] });
      return "echo";
    }
    if (!isConfirmed && (message.model != null || message.tokens != null)) return "news";
    this.confirm();
    memory.alias(id, original);
    memory.set({ heard: heard + 1 });
    return "echo";
  }

  /** Whether the list holds what was withheld in place of what it repeats. */
  isListed(listed: readonly Foreign[]): boolean {
    const { held } = this.#memory.flags;
    const ids = new Set(listed.map(({ id }) => id));
    return (
      held.length > 0 &&
      held.every(({ message }, index) => ids.has(message.id) && !ids.has(this.#originalAt(index)))
    );
  }

  /** What was withheld has been said before. */
  confirm(): void {
    const { held } = this.#memory.flags;
    for (const [index, { message }] of held.entries()) {
      const original = this.#originalAt(index);
      if (original !== undefined) this.#memory.alias(textOf(message.id) ?? "", original);
    }
    this.#memory.set({ held: [] });
  }

  /** Gives back what was withheld and not said before. */
  end(): readonly Held[] {
    const { held, heard } = this.#memory.flags;
    this.#original = null;
    if (heard > 0) this.#memory.set({ held: [], heard: 0 });
    return held;
  }

  #saysMore({ thoughts, calls, answers }: Said): boolean {
    return (
      thoughts.length > 0 || [...calls, ...answers].some(({ id }) => id === null || !this.#memory.call(id))
    );
  }

  #originalAt(index: number): string | undefined {
    if (index === 0 && this.#original === null) return this.#memory.firstVisible();
    this.#original ??= this.#memory.visible();
    return this.#original[index];
  }
}
