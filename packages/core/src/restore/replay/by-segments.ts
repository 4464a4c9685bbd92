import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { DriverError } from "../../agents/driving/driver.ts";
import type { LiveRun } from "../../runs/live-run.ts";
import { estimateTokens } from "../../transcript/count-tokens.ts";
import { endText, restoreMark, segmentsIn, segmentText } from "../history/segment-text.ts";
import type { Segment } from "../history/segments.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { type Cancelled, sendSegments } from "./send-segments.ts";

/** Stops each segment's turn once the agent has recorded it: the model must not act on it. Skips segments in its log. */
export async function bySegments(
  segments: readonly Segment[],
  hash: string,
  run: LiveRun,
  options: ReplayOptions,
): Promise<number | Cancelled> {
  const mark = restoreMark(hash);
  const recorded = await recordedSegments(run, mark, options);
  let told = 0;
  for (const { number, entries } of segments) {
    if (!recorded.has(number)) break;
    told += entries.length;
  }
  return sendSegments(segments, told, run.journal, options, async (segment) => {
    const text = segmentText(segment, segments.length, mark);
    await sendAndStop(run, text, async () => (await recordedSegments(run, mark, options)).has(segment.number));
    return { tokens: estimateTokens(text) };
  });
}

/** Sends the end of the history as its own message; with a prompt it precedes that instead. */
export async function sendEnd(run: LiveRun, hash: string, options: ReplayOptions): Promise<number> {
  const mark = restoreMark(hash);
  if ((await recordedSegments(run, mark, options)).has(0)) return 0;
  const text = endText(mark);
  await sendAndStop(run, text, async () => (await recordedSegments(run, mark, options)).has(0));
  return estimateTokens(text);
}

async function recordedSegments(run: LiveRun, mark: string, { itemsOf }: ReplayOptions): Promise<ReadonlySet<number>> {
  const { thread } = run.thread;
  const items = thread === null ? null : await itemsOf(thread);
  const prompts = (items ?? []).flatMap((item) => (item.kind === "prompt" ? [item.text] : []));
  return segmentsIn(prompts, mark);
}

/** Trusts agents that report a prompt on disk; for others it checks the log. */
async function sendAndStop(run: LiveRun, text: string, isRecorded: () => Promise<boolean>): Promise<void> {
  const watching = new AbortController();
  const { signal } = watching;
  const prompt = { id: randomUUID(), text };
  const persisted = Promise.withResolvers<void>();
  const sent = run.send(prompt, (event) => {
    if (event.type === "prompt-persisted" && event.promptId === prompt.id) persisted.resolve();
  });
  await Promise.race([sent, persisted.promise, isSeen(isRecorded, signal)]);
  watching.abort();
  await run.interrupt();
  await sent;
  if (await isRecorded()) return;
  const message = "The agent did not record the segment. Start the replay again: it continues from there.";
  throw new DriverError({ kind: "transport", message, resetsAt: null });
}

const everyMs = 250;

async function isSeen(isRecorded: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted && (await isRecorded())) return;
  }
}
