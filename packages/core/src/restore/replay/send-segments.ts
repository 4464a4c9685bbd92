import type { PlanOf, RestoreEvent } from "@reprise/model";
import type { Journal } from "../../journal/journal.ts";
import type { PortableEntry } from "../history/portable-entry.ts";
import type { Segment } from "../history/segments.ts";
import type { ReplayOptions } from "./replay-options.ts";

export interface Sent {
  readonly tokens: number;
}

export type Cancelled = RestoreEvent & { type: "restore-cancelled" };

/** Sends the segments in sequence: intent, action, result. Skips entries the agent already has. Returns the tokens sent. */
export function sendSegments(
  segments: readonly Segment[],
  knownCount: number,
  journal: Journal,
  { consent, task }: Pick<ReplayOptions, "consent" | "task">,
  send: (segment: Segment, entries: readonly PortableEntry[]) => Promise<Sent>,
): Promise<number | Cancelled> {
  const totalCount = segments.length;
  const maySend = async (segment: number) => {
    if (task.signal.aborted || task.isStopped()) return false;
    if (consent.segments !== "ask") return true;
    return (
      (await task.ask({ kind: "segment", segment, segmentCount: totalCount })) &&
      !task.signal.aborted &&
      !task.isStopped()
    );
  };
  return task.sending(async () => {
    let sentTokens = 0;
    let before = 0;
    for (const segment of segments) {
      const { number, entries } = segment;
      const rest = entries.slice(Math.max(0, knownCount - before));
      before += entries.length;
      if (rest.length > 0) {
        if (!(await maySend(number))) return { type: "restore-cancelled", doneCount: number - 1, totalCount };
        journal.append({ type: "segment-sending", segment: number });
        const { tokens } = await send(segment, rest);
        sentTokens += tokens;
        journal.append({ type: "segment-sent", segment: number, tokens });
      }
      const items = entries.map(({ source }) => source);
      task.tell({ type: "restoring", doneCount: number, totalCount, items, tokens: segment.tokens });
    }
    return sentTokens;
  });
}

export function itemCountOf(plan: PlanOf<"replay">): number {
  return plan.segments.reduce((sum, { items }) => sum + items.length, 0);
}
