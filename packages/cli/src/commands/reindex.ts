import { json } from "@reprise/model/json";
import { exitCodes } from "../exit.ts";
import { bytes, count } from "../print/words.ts";
import type { Command } from "./command.ts";

export const run: Command = async (job) => {
  const library = await job.library();
  const { sessionCount, sizeBytes } = await library.reindex();
  const text = `Indexed ${count(sessionCount, "session")} (${bytes(sizeBytes)}).`;
  await job.stdout.write(`${job.values.json ? json("reindex", { sessionCount, sizeBytes }) : text}\n`);
  return exitCodes.done;
};
