import { exactLine } from "@reprise/model";
import { json } from "@reprise/model/json";
import { exitCodes } from "../exit.ts";
import { storeOf } from "../serving/store-address.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const { values, machine, stdout } = job;
  const store = storeOf({ values: { ...values, store: values["to-store"] }, machine }, "--to");
  const { objects, tenant } = values;
  const counts = { there: 0, all: 0 };
  for await (const one of await machine.migrateChats({ store, objects, tenant, cwd: machine.cwd })) {
    const isThere = one.outcome === "copied" || one.outcome === "present";
    counts.all += 1;
    if (isThere) counts.there += 1;
    const words = [
      one.outcome,
      exactLine(one.chat ?? one.folder),
      ...(isThere ? [`${one.turnCount} turns`] : [one.detail ?? ""]),
    ];
    await stdout.write(values.json ? `${json("migrated-chat", one)}\n` : `${words.join("  ")}\n`);
  }
  if (!values.json) await stdout.write(`${counts.there} of ${counts.all} chats are there.\n`);
  return counts.there === counts.all ? exitCodes.done : exitCodes.failed;
};
