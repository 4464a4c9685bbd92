import type { SessionUpdate } from "@agentclientprotocol/sdk";
import { incompleteWords, restOfText } from "@reprise/model";
import { chunksOf, type MessageKind } from "../updates/message.ts";

const kinds = { reply: "agent_message_chunk", reasoning: "agent_thought_chunk" } as const satisfies Record<
  string,
  MessageKind
>;

/** Replies and reasoning of a turn, each text once: what streamed is not repeated by the item it led to. */
export class TextStream {
  readonly #sent = new Map<string, string>();
  readonly #idOf: (key: string) => string;

  constructor(idOf: (key: string) => string) {
    this.#idOf = idOf;
  }

  *delta(kind: keyof typeof kinds, key: string, text: string): Generator<SessionUpdate> {
    this.#sent.set(key, (this.#sent.get(key) ?? "") + text);
    yield* chunksOf(kinds[kind], this.#idOf(key), text);
  }

  /** `isComplete`: the text is whole. */
  *item(
    kind: keyof typeof kinds,
    { key, text, isComplete }: { readonly key: string; readonly text: string; readonly isComplete: boolean },
  ): Generator<SessionUpdate> {
    const rest = restOfText(this.#sent.get(key) ?? "", text);
    if (rest.isAgain && !isComplete) return;
    this.#sent.set(key, text);
    if (rest.isAgain) {
      const words = `\n\n${incompleteWords("reply")}\n\n`;
      yield* chunksOf(kinds[kind], this.#idOf(key), words + rest.text);
    } else yield* chunksOf(kinds[kind], this.#idOf(key), rest.text);
  }

  /** Whether anything of a discarded text was shown. */
  drop(key: string): boolean {
    return this.#sent.delete(key);
  }
}
