import type { Prompt } from "../../driving/driver.ts";
import { type Foreign, fieldOf, listOf, textOf } from "../../foreign.ts";

/** The prompts of a turn that Codex has not repeated to us yet. */
export class SentPrompts {
  #sent: readonly Pick<Prompt, "id" | "text">[] = [];

  add({ id, text }: Pick<Prompt, "id" | "text">): void {
    this.#sent = [...this.#sent, { id, text }];
  }

  /** Codex refused it. */
  drop(id: string): void {
    this.#sent = this.#sent.filter((prompt) => prompt.id !== id);
  }

  /**
   * The id of the prompt that this user message is; null if it is none of ours. Old releases, such as 0.120, repeat a prompt
   * without its id: each one they repeat is the first with the same text, so a text that was sent twice counts twice.
   */
  arrived(message: Foreign): string | null {
    const id = textOf(message.clientId) ?? this.#sent.find(({ text }) => text === wordsOf(message))?.id ?? null;
    if (id !== null) this.drop(id);
    return id;
  }
}

function wordsOf({ content }: Foreign): string {
  return listOf(content)
    .map((part) => textOf(fieldOf(part, "text")) ?? "")
    .join("");
}
