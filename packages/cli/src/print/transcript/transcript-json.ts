import type { Reading } from "@reprise/model";
import type { Output } from "../../output.ts";
import { json } from "../json.ts";
import { itemFields } from "./item-fields.ts";

/** One object, written as it is read; holds at most one turn. */
export async function writeTranscriptJson(out: Output, reading: Reading): Promise<void> {
  await out.write(`{"session":${json("session", reading.session)},"turns":[`);
  let separator = "\n";
  for await (const turn of reading.turns) {
    await out.write(separator + json("turn", { ...turn, items: [] }).slice(0, -"]}".length));
    separator = ",\n";
    let itemSeparator = "\n";
    for (const item of turn.items) {
      await out.write(itemSeparator + json("item", itemFields(item)));
      itemSeparator = ",\n";
    }
    await out.write("]}");
  }
  await out.write(`],"damage":[${reading.damage.map((damage) => json("damage", damage)).join(",")}]}\n`);
}
