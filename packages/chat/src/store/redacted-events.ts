import { RedactedStream } from "@reprise/core/parts";
import { redactSecrets } from "@reprise/core/redact";
import type { ChatEvent, NumberedChatEvent } from "@reprise/model";
import { withTexts } from "../turn/with-texts.ts";

type Delta = Extract<ChatEvent, { readonly delta: boolean }>;

/** Events of a turn as they are recorded: without secrets, also one that streamed pieces spell out. */
export class RedactedEvents {
  /** The last piece of a streamed text waits for the next event: a secret may end in it. */
  #held: { readonly number: number; readonly event: Delta; readonly stream: RedactedStream } | null = null;

  /** What can be recorded now. */
  take({ number, event }: NumberedChatEvent): readonly NumberedChatEvent[] {
    if (!("delta" in event) || !event.delta) return [...this.rest(), { number, event: withoutSecrets(event) }];
    const held = this.#held;
    const isSame = held?.event.type === event.type;
    const before = isSame ? [] : this.rest();
    const stream = isSame && held ? held.stream : new RedactedStream();
    const content = stream.push(event.content);
    const earlier = isSame && held ? [{ number: held.number, event: held.event }] : [];
    this.#held = { number, event: { ...event, content }, stream };
    return [...before, ...earlier];
  }

  /** What still waited. */
  rest(): readonly NumberedChatEvent[] {
    const held = this.#held;
    this.#held = null;
    if (!held) return [];
    const { number, event, stream } = held;
    return [{ number, event: { ...event, content: event.content + stream.end() } }];
  }
}

function withoutSecrets(event: ChatEvent): ChatEvent {
  return withTexts(event, redactSecrets) as ChatEvent;
}
