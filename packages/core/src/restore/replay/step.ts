import type { PlanOf, RestoreEvent } from "@reprise/model";
import type { Journal } from "../../journal/journal.ts";
import type { Entry } from "../history/entry.ts";
import type { Segment } from "../history/segments.ts";
import type { ReplayOptions } from "./options.ts";

export interface Told {
  readonly tokens: number;
}

/**
 * Tells the segments one after another: intent, deed, result. Entries that the agent has already are passed over.
 * Returns the tokens that were sent, or null when the person stopped it.
 */
export async function* tellSegments(
  segments: readonly Segment[],
  toldCount: number,
  journal: Journal,
  { consent, signal }: Pick<ReplayOptions, "consent" | "signal">,
  tell: (segment: Segment, entries: readonly Entry[]) => Promise<Told>,
): AsyncGenerator<RestoreEvent, number | null> {
  let sentTokens = 0;
  let before = 0;
  for (const segment of segments) {
    const rest = segment.entries.slice(Math.max(0, toldCount - before));
    before += segment.entries.length;
    if (rest.length > 0) {
      const mayGoOn = !signal.aborted && ((await consent.mayGoOn?.(segment.number)) ?? true);
      if (!mayGoOn || signal.aborted) return yield* cancelled(segment.number - 1, segments.length);
      journal.append({ type: "segment-sending", segment: segment.number });
      const { tokens } = await tell(segment, rest);
      sentTokens += tokens;
      journal.append({ type: "segment-sent", segment: segment.number, tokens });
    }
    yield {
      type: "restoring",
      doneCount: segment.number,
      totalCount: segments.length,
      items: segment.entries.map(({ source }) => source),
      tokens: segment.tokens,
    };
  }
  return sentTokens;
}

async function* cancelled(doneCount: number, totalCount: number): AsyncGenerator<RestoreEvent, null> {
  yield { type: "restore-cancelled", doneCount, totalCount };
  return null;
}

export function itemCountOf(plan: PlanOf<"replay">): number {
  return plan.segments.reduce((sum, { items }) => sum + items.length, 0);
}
