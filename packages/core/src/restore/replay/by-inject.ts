import type { RestoreEvent } from "@reprise/model";
import type { LiveRun } from "../../runs/live-run.ts";
import type { Segment } from "../history/segments.ts";
import { countTold } from "./evidence.ts";
import type { ReplayOptions } from "./options.ts";
import { tellSegments } from "./step.ts";

/** History is told to the agent; no model is asked. What a restore that died had told is seen in the agent's own log. */
export async function* byInject(
  segments: readonly Segment[],
  run: LiveRun,
  options: ReplayOptions,
): AsyncGenerator<RestoreEvent, number | null> {
  const { thread } = run;
  const inform = thread.inform?.bind(thread);
  if (!inform) throw new TypeError("The agent takes no history.");
  const entries = segments.flatMap((segment) => segment.entries);
  const items = options.continues && thread.thread !== null ? await options.itemsOf(thread.thread) : null;
  return yield* tellSegments(
    segments,
    items ? countTold(items, entries) : 0,
    run.journal,
    options,
    async (_, rest) => {
      await inform(rest.map(({ item }) => item));
      return { tokens: 0 };
    },
  );
}
