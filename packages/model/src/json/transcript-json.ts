import type { Reading } from "../library.ts";
import type { Turn } from "../transcript.ts";
import { itemFields } from "./item-fields.ts";
import { json } from "./json.ts";

/** The pieces of one JSON object (`show`), made as the session is read; holds at most one turn. */
export async function* transcriptJson(reading: Reading): AsyncGenerator<string> {
  yield `{"session":${json("session", reading.session)},"turns":[`;
  yield* turnsJson(reading.turns);
  yield `],"damage":[${reading.damage.map((damage) => json("damage", damage)).join(",")}]}\n`;
}

/** The turns of a JSON array, one item at a time. */
export async function* turnsJson(turns: AsyncIterable<Turn>): AsyncGenerator<string> {
  let separator = "\n";
  for await (const turn of turns) {
    yield separator + json("turn", { ...turn, items: [] }).slice(0, -"]}".length);
    separator = ",\n";
    let itemSeparator = "\n";
    for (const item of turn.items) {
      yield itemSeparator + json("item", itemFields(item));
      itemSeparator = ",\n";
    }
    yield "]}";
  }
}
