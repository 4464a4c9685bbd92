import { damageShape, itemShape, json, sessionShape, turnShape } from "../print/json.ts";
import type { WriteTranscript } from "./write.ts";

/** Described in docs/formats/export.md. A change that an old reader would misread raises this. */
const VERSION = 1;

export const writeJsonl: WriteTranscript = async (out, reading) => {
  const record = (type: string, fields: object) => out.write(`${json({ type, ...fields })}\n`);
  await record("session", { v: VERSION, ...sessionShape(reading.session) });
  for await (const turn of reading.turns) {
    const { number, startedAt, state, endedAt } = turnShape(turn);
    await record("turn-start", { number, startedAt });
    for (const item of turn.items) await record("item", { turn: number, ...itemShape(item) });
    await record("turn-end", { number, state, endedAt });
  }
  for (const damage of reading.damage) await record("damage", damageShape(damage));
};
