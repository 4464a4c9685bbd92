import type { Reading } from "../library.ts";
import { itemFields } from "./item-fields.ts";
import { json } from "./json.ts";

/** Described in docs/formats/export.md. Raise it for a change that an old reader would misread. */
const v = 1;

/** A session as records (`export`), each on one line without its end; holds at most one turn. */
export async function* transcriptLines(reading: Reading): AsyncGenerator<string> {
  yield json("export", { type: "session", v, ...reading.session });
  for await (const { number, startedAt, state, endedAt, items } of reading.turns) {
    yield json("export", { type: "turn-start", number, startedAt });
    for (const item of items) yield json("export", { type: "item", turn: number, ...itemFields(item) });
    yield json("export", { type: "turn-end", number, state, endedAt });
  }
  for (const damage of reading.damage) yield json("export", { type: "damage", ...damage });
}
