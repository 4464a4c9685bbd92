import type { PlanOf, ThreadId } from "@reprise/model";
import type { Journal } from "../../journal/journal.ts";
import type { Segment } from "../history/segments.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { type Cancelled, sendSegments } from "./send-segments.ts";

/** The id is on disk first, and writing the session twice changes nothing: a restore that died here is repeated. */
export async function byNative(
  plan: PlanOf<"replay">,
  segments: readonly Segment[],
  journal: Journal,
  options: ReplayOptions,
): Promise<number | Cancelled> {
  const { writer, order } = options;
  const { environment, signal } = options.task;
  if (!writer) throw new TypeError(`No session can be written for ${plan.target}.`);
  const thread = journal.state?.thread ?? chosen(writer.newThread(environment.host), journal);
  return sendSegments(segments, 0, journal, options, async ({ entries }) => {
    const written = await writer.write(
      entries.map(({ item }) => item),
      {
        thread,
        home: order.home,
        cwd: plan.settings.cwd ?? environment.host.homeFolder,
        settings: plan.settings,
        at: journal.state?.startedAt ?? environment.host.now(),
        title: options.title,
        program: environment.programOf(plan.target),
        env: environment.host.env,
        signal,
      },
      environment.host,
    );
    journal.append({ type: "thread-known", thread, isPersisted: true, rollout: written.path });
    return { tokens: 0 };
  });
}

function chosen(thread: ThreadId, journal: Journal): ThreadId {
  journal.append({ type: "thread-known", thread, isPersisted: false, rollout: null });
  return thread;
}
