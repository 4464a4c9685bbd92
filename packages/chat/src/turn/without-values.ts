import type { ChatEvent } from "@reprise/model";
import { withTexts } from "./with-texts.ts";

/** A shorter value may be an ordinary word. */
const leastSecret = 8;
const instead = "[redacted]";

type Delta = Extract<ChatEvent, { readonly delta: boolean }>;

/** Leaves values of the environment out of events, should the agent print them: also one that streamed pieces spell out. */
export class WithoutValues {
  readonly #secrets: readonly string[];
  /** The last piece of a streamed text, if a secret may have begun at its end: it waits for the next event. */
  #held: Delta | null = null;

  constructor(values: readonly string[]) {
    this.#secrets = values
      .filter((value) => value.length >= leastSecret)
      .toSorted((one, other) => other.length - one.length);
  }

  /** The events to report now. `result` comes last: nothing is held after it. */
  take(event: ChatEvent): readonly ChatEvent[] {
    if (this.#secrets.length === 0) return [event];
    const held = this.#held;
    this.#held = null;
    if (!("delta" in event) || !event.delta)
      return [...(held ? [held] : []), withTexts(event, (text) => this.#clean(text)) as ChatEvent];
    const isSame = held?.type === event.type;
    const content = this.#clean((isSame ? held.content : "") + event.content);
    const waiting = this.#begunAtEnd(content);
    if (waiting > 0) this.#held = { ...event, content: content.slice(content.length - waiting) };
    const said = content.slice(0, content.length - waiting);
    return [...(held && !isSame ? [held] : []), ...(said === "" ? [] : [{ ...event, content: said }])];
  }

  #clean(text: string): string {
    return this.#secrets.reduce((rest, secret) => rest.replaceAll(secret, instead), text);
  }

  /** How many characters at the end may be the start of a secret. */
  #begunAtEnd(text: string): number {
    const most = Math.min(text.length, (this.#secrets[0]?.length ?? 1) - 1);
    for (let count = most; count > 0; count--) {
      const end = text.slice(text.length - count);
      if (this.#secrets.some((secret) => secret.startsWith(end))) return count;
    }
    return 0;
  }
}
