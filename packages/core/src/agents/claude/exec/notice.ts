import { type RunEvent, type Timestamp, zonedTime } from "@reprise/model";
import { type Foreign, fieldOf, textOf } from "../../foreign.ts";
import { blocksOf } from "../read/content.ts";

export function retryNotice(line: Foreign): string {
  const reason = String(line.error_status ?? line.error ?? "no reason given");
  return `The model is asked again (${String(line.attempt)} of ${String(line.max_retries)}): ${reason}`;
}

export function limitNotice(status: string, resetsAt: Timestamp | null): string {
  return `Usage limit: ${status.replaceAll("_", " ")}${resetsAt === null ? "" : `, lifted at ${zonedTime(resetsAt)}`}.`;
}

/** Placeholder for a missing reply, so that roles alternate. */
const filler = "No response requested.";

/** Text that no model wrote: the agent itself answered a slash command. */
export function harnessNotices(line: Foreign): readonly RunEvent[] {
  const texts = blocksOf(fieldOf(line.message, "content")).map((block) => textOf(block.text) ?? "");
  return texts.flatMap((text) => (text === "" || text === filler ? [] : [{ type: "notice", text } as const]));
}
