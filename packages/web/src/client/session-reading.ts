import type { Damage, Item, Reading, Turn } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import { notOurs } from "./call-error.ts";
import { plainItem, type SentItem } from "./plain-item.ts";
import type { SentEvent } from "./sent-events.ts";

type Sent = ContractValue<"export">;
type Record<Type extends Sent["type"]> = Omit<Extract<Sent, { readonly type: Type }>, "type">;

/** A session from its records, each turn as soon as it is whole. */
export async function sessionReading(events: AsyncGenerator<SentEvent>): Promise<Reading> {
  const first = (await events.next()).value?.data as Sent | undefined;
  if (first?.type !== "session") throw notOurs(200);
  const { type: _type, v: _v, ...session } = first;
  const damage: Damage[] = [];
  return { session, damage, turns: turnsOf(events, damage) };
}

async function* turnsOf(events: AsyncGenerator<SentEvent>, damage: Damage[]): AsyncGenerator<Turn> {
  let start: Record<"turn-start"> | null = null;
  let items: Item[] = [];
  for await (const { data } of events) {
    const { type, ...record } = data as Sent;
    if (type === "turn-start") {
      start = record as Record<"turn-start">;
      items = [];
    } else if (type === "item") {
      const { turn: _turn, ...item } = record as SentItem & { readonly turn: number };
      items.push(plainItem(item as SentItem));
    } else if (type === "turn-end" && start !== null) yield { ...start, ...(record as Record<"turn-end">), items };
    else if (type === "damage") damage.push(record as Record<"damage">);
  }
}
