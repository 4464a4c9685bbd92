import type { Reading } from "@reprise/model";
import type { Output } from "../output.ts";
import { damageShape, itemShape, json, sessionShape, turnShape } from "./json.ts";

/** One object, written as it is read: no more than a turn is ever held. */
export async function writeTranscriptJson(out: Output, reading: Reading): Promise<void> {
  await out.write(`{"session":${json(sessionShape(reading.session))},"turns":[`);
  let separator = "\n";
  for await (const turn of reading.turns) {
    await out.write(`${separator}${json(turnShape(turn)).slice(0, -1)},"items":[`);
    separator = ",\n";
    let itemSeparator = "\n";
    for (const item of turn.items) {
      await out.write(itemSeparator + json(itemShape(item)));
      itemSeparator = ",\n";
    }
    await out.write("]}");
  }
  await out.write(`],"damage":${json(reading.damage.map(damageShape))}}\n`);
}
