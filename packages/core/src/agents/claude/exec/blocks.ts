import type { RunEvent } from "@reprise/model";
import { type Foreign, fieldOf, numberOf, textOf } from "../../foreign.ts";

interface Message {
  readonly id: string;
  wholeCount: number;
  /** Streamed blocks that are not complete yet, by index. */
  readonly open: Set<number>;
}

/**
 * Gives the pieces of a block and the whole of it one key. A message's blocks come whole in their order, without a
 * number; the pieces have one. Sub-agents speak in between, each in messages of its own.
 */
export class Blocks {
  readonly #current = new Map<string, Message>();

  piece(line: Foreign): readonly RunEvent[] {
    const speaker = textOf(line.parent_tool_use_id) ?? "";
    const event = line.event;
    if (fieldOf(event, "type") === "message_start")
      return this.#begin(speaker, textOf(fieldOf(event, "message", "id")) ?? "");
    const message = this.#current.get(speaker);
    const place = numberOf(fieldOf(event, "index"));
    // Sub-agent text is reported when complete.
    if (!message || place === null || speaker !== "" || fieldOf(event, "type") !== "content_block_delta") return [];
    const delta = fieldOf(event, "delta");
    const reply = textOf(fieldOf(delta, "text"));
    const text = reply ?? textOf(fieldOf(delta, "thinking")) ?? "";
    if (text === "") return [];
    message.open.add(place);
    return [{ type: "delta", key: keyOf(message.id, place), kind: reply === null ? "reasoning" : "reply", text }];
  }

  whole(speaker: string, id: string): string {
    const known = this.#current.get(speaker);
    const message = known?.id === id ? known : { id, wholeCount: 0, open: new Set<number>() };
    this.#current.set(speaker, message);
    const place = message.wholeCount;
    message.wholeCount += 1;
    message.open.delete(place);
    return keyOf(id, place);
  }

  /** A new message before the last one ended: the model was asked again, and the partial reply is void. */
  #begin(speaker: string, id: string): readonly RunEvent[] {
    const before = this.#current.get(speaker);
    this.#current.set(speaker, { id, wholeCount: 0, open: new Set() });
    return [...(before?.open ?? [])].map((place) => ({
      type: "item-dropped",
      key: keyOf(before?.id ?? "", place),
    }));
  }
}

function keyOf(id: string, place: number): string {
  return `${id}#${place}`;
}
