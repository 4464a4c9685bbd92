import { transcriptLines } from "@reprise/model/json";
import type { WriteTranscript } from "./write.ts";

export const writeJsonl: WriteTranscript = async (out, reading) => {
  for await (const line of transcriptLines(reading)) await out.write(`${line}\n`);
};
