import { itemFields, json } from "@reprise/model/json";
import type { WriteTranscript } from "./write.ts";

/** Described in docs/formats/export.md. Raise it for a change that an old reader would misread. */
const v = 1;

export const writeJsonl: WriteTranscript = async (out, reading) => {
  const record = (line: Parameters<typeof json<"export">>[1]) => out.write(`${json("export", line)}\n`);
  await record({ type: "session", v, ...reading.session });
  for await (const { number, startedAt, state, endedAt, items } of reading.turns) {
    await record({ type: "turn-start", number, startedAt });
    for (const item of items) await record({ type: "item", turn: number, ...itemFields(item) });
    await record({ type: "turn-end", number, state, endedAt });
  }
  for (const damage of reading.damage) await record({ type: "damage", ...damage });
};
