import type { Damage, Item, SessionSummary, Turn } from "@reprise/model";
import { itemFields } from "@reprise/model/json";
import { exportLineSchema } from "@reprise/model/schema";
import { expect, test } from "vitest";
import { run } from "../../test/support/run.ts";
import { everyKind, session, torn, turn } from "../../test/support/sessions.ts";

const given = session("abc", {
  name: "mine",
  lineage: { kind: "fork", session: session("x").id, turn: null },
});
const turns = [turn(0, []), turn(1, everyKind), turn(2, [{ kind: "prompt", text: "日本\u2028\u0000" }], "interrupted")];
const contents = { sessions: [given], turns, damage: [torn] };

const lines = async () => (await run("export abc --format jsonl", { contents })).stdout.trimEnd().split("\n");

test("every line has the fields of the format and no other", async () => {
  const types = (await lines()).map((line) => exportLineSchema.parse(JSON.parse(line)).type);
  const items = everyKind.map(() => "item");
  expect(types).toEqual([
    "session",
    "turn-start",
    "turn-end",
    "turn-start",
    ...items,
    "turn-end",
    "turn-start",
    "item",
    "turn-end",
    "damage",
  ]);
});

test("the transcript can be built again from the lines", async () => {
  const exported = turns.map((turn) => ({ ...turn, items: turn.items.map(itemFields) }));
  expect(rebuilt(await lines())).toEqual({ session: given, turns: exported, damage: [torn] });
});

/** The reader that docs/formats/export.md describes. */
function rebuilt(all: readonly string[]): {
  session: SessionSummary | null;
  turns: Turn[];
  damage: Damage[];
} {
  let session: SessionSummary | null = null;
  const turns: (Turn & { items: Item[] })[] = [];
  const damage: Damage[] = [];
  for (const line of all) {
    const { type, ...record } = JSON.parse(line);
    if (type === "session") {
      const { v, ...fields } = record;
      expect(v).toBe(1);
      session = fields;
    } else if (type === "turn-start") turns.push({ ...record, state: "working", endedAt: null, items: [] });
    else if (type === "item") {
      const { turn, ...item } = record;
      expect(turn).toBe(turns.at(-1)?.number);
      turns.at(-1)?.items.push(item);
    } else if (type === "turn-end") Object.assign(turns.at(-1) ?? {}, record);
    else damage.push(record);
  }
  return { session, turns, damage };
}
