import type { Origin } from "@reprise/model";
import { type Foreign, textOf } from "../../foreign.ts";
import { type MessageContent, readMessage } from "./message.ts";
import { type HeldMessage, type SeenMessages, textKey } from "./seen-messages.ts";

/**
 * When a tool call is refused, Gemini CLI writes the whole conversation again, message by message and under new ids,
 * with a list of them at the end. A prompt that repeats the first one may begin such an echo: it is withheld until
 * something tells. A reply that names no model is an echo; so is a list that has the new ids and not the old ones.
 */
export class RepeatedHistory {
  readonly #seen: SeenMessages;
  #original: readonly string[] | null = null;

  constructor(seen: SeenMessages) {
    this.#seen = seen;
  }

  /** `aside`: neither part of an echo nor its end. */
  hears(message: Foreign, origin: Origin): "echo" | "news" | "aside" {
    const seen = this.#seen;
    const id = textOf(message.id) ?? "";
    if (seen.message(seen.nameOf(id))) return "news";
    const { heard, held } = seen.flags;
    // Only a prompt starts an echo.
    if (heard === 0 && message.type !== "user") return "news";
    const said = readMessage(message);
    const { speaker, text } = said;
    const isConfirmed = heard > held.length;
    if (speaker === "silent" && !this.#saysMore(said)) return "aside";
    if (speaker === "silent" && !isConfirmed) return "news";
    if (isConfirmed && (speaker === "silent" || (speaker === "notice" && message.type === "user"))) {
      seen.keepMessage(id, {
        speaker,
        mark: textKey(text),
        thoughtCount: said.thoughts.length,
        hasTokens: true,
      });
      return "echo";
    }
    const original = this.#originalAt(heard);
    const known = original === undefined ? undefined : seen.message(original);
    if (original === undefined || known?.speaker !== speaker || known.mark !== textKey(text)) return "news";
    if (speaker === "prompt" && !isConfirmed) {
      seen.set({ heard: heard + 1, held: [...held, { message, origin }] });
      return "echo";
    }
    if (!isConfirmed && (message.model != null || message.tokens != null)) return "news";
    this.confirm();
    seen.alias(id, original);
    seen.set({ heard: heard + 1 });
    return "echo";
  }

  /** Whether the list has the withheld messages instead of the originals. */
  isListed(listed: readonly Foreign[]): boolean {
    const { held } = this.#seen.flags;
    const ids = new Set(listed.map(({ id }) => id));
    return (
      held.length > 0 && held.every(({ message }, index) => ids.has(message.id) && !ids.has(this.#originalAt(index)))
    );
  }

  confirm(): void {
    const { held } = this.#seen.flags;
    for (const [index, { message }] of held.entries()) {
      const original = this.#originalAt(index);
      if (original !== undefined) this.#seen.alias(textOf(message.id) ?? "", original);
    }
    this.#seen.set({ held: [] });
  }

  /** Returns withheld messages that were new. */
  end(): readonly HeldMessage[] {
    const { held, heard } = this.#seen.flags;
    this.#original = null;
    if (heard > 0) this.#seen.set({ held: [], heard: 0 });
    return held;
  }

  #saysMore({ thoughts, calls, answers }: MessageContent): boolean {
    return thoughts.length > 0 || [...calls, ...answers].some(({ id }) => id === null || !this.#seen.call(id));
  }

  #originalAt(index: number): string | undefined {
    if (index === 0 && this.#original === null) return this.#seen.firstVisible();
    this.#original ??= this.#seen.visible();
    return this.#original[index];
  }
}
