import type { LiveRun } from "../../runs/live-run.ts";
import type { Segment } from "../history/segments.ts";
import { countTold } from "./evidence.ts";
import type { ReplayOptions } from "./options.ts";
import { type Cancelled, sendSegments } from "./step.ts";

/** The agent takes the history without a model call. What an unfinished restore had sent is seen in the agent's own log. */
export async function byInject(
  segments: readonly Segment[],
  run: LiveRun,
  options: ReplayOptions,
): Promise<number | Cancelled> {
  const { thread } = run;
  const inform = thread.inform?.bind(thread);
  if (!inform) throw new TypeError("The agent takes no history.");
  const entries = segments.flatMap((segment) => segment.entries);
  const items = options.continues && thread.thread !== null ? await options.itemsOf(thread.thread) : null;
  const known = items ? countTold(items, entries) : 0;
  return sendSegments(segments, known, run.journal, options, async (_, rest) => {
    await inform(rest.map(({ item }) => item));
    return { tokens: 0 };
  });
}
