import type { RunEvent } from "@reprise/model";
import { type Foreign, fieldOf, numberOf, textOf } from "../../foreign.ts";

interface Message {
  readonly id: string;
  /** Blocks that were told whole. */
  wholeCount: number;
  /** Blocks that came in pieces and were not told whole yet, by their place. */
  readonly open: Set<number>;
}

/**
 * Gives the pieces of a block and the whole of it one key. A message's blocks come whole in their order, without a
 * number; the pieces have one. Sub-agents speak in between, each in messages of its own.
 */
export class Blocks {
  readonly #current = new Map<string, Message>();

  /** One raw event of the model's stream. */
  piece(line: Foreign): readonly RunEvent[] {
    const speaker = textOf(line.parent_tool_use_id) ?? "";
    const event = line.event;
    if (fieldOf(event, "type") === "message_start")
      return this.#begin(speaker, textOf(fieldOf(event, "message", "id")) ?? "");
    const message = this.#current.get(speaker);
    const place = numberOf(fieldOf(event, "index"));
    // What a sub-agent says is told when it is whole.
    if (!message || place === null || speaker !== "" || fieldOf(event, "type") !== "content_block_delta")
      return [];
    const delta = fieldOf(event, "delta");
    const reply = textOf(fieldOf(delta, "text"));
    const text = reply ?? textOf(fieldOf(delta, "thinking")) ?? "";
    if (text === "") return [];
    message.open.add(place);
    return [
      { type: "delta", key: keyOf(message.id, place), kind: reply === null ? "reasoning" : "reply", text },
    ];
  }

  /** The key of the next whole block of this message. */
  whole(speaker: string, id: string): string {
    const known = this.#current.get(speaker);
    const message = known?.id === id ? known : { id, wholeCount: 0, open: new Set<number>() };
    this.#current.set(speaker, message);
    const place = message.wholeCount;
    message.wholeCount += 1;
    message.open.delete(place);
    return keyOf(id, place);
  }

  /** A new message while another was unfinished: the model was asked again, and what it had said is void. */
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
