import type { Item } from "@reprise/model";
import type { LiveRun } from "../../runs/live-run.ts";
import type { PortableEntry } from "../history/portable-entry.ts";
import type { Segment } from "../history/segments.ts";
import type { ReplayOptions } from "./replay-options.ts";
import { type Cancelled, sendSegments } from "./send-segments.ts";

/** Injects the history without a model call. The agent's own log shows what an unfinished restore had sent. */
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
  const known = items ? countSent(items, entries) : 0;
  return sendSegments(segments, known, run.journal, options, async (_, rest) => {
    await inform(rest.map(({ item }) => item));
    return { tokens: 0 };
  });
}

/** How many of the entries a thread's log holds, judged by its last items. */
function countSent(items: readonly Item[], entries: readonly PortableEntry[]): number {
  const said = items.map(sayingOf).filter((saying) => saying !== null);
  for (let told = entries.length; told > 0; told -= 1) {
    if (endsWith(said, entries.slice(Math.max(0, told - depth), told).flatMap(sayingsOfEntry))) return told;
  }
  return 0;
}

/** Texts repeat, but hardly this many in a row. */
const depth = 8;

function endsWith(said: readonly string[], last: readonly string[]): boolean {
  const start = said.length - last.length;
  return start >= 0 && last.every((saying, index) => said[start + index] === saying);
}

function sayingOf(item: Item): string | null {
  switch (item.kind) {
    case "prompt":
      return `user ${item.text.trim()}`;
    case "reply":
      return `assistant ${item.text.trim()}`;
    case "command":
      return item.isPersons ? "attached" : "call";
    case "attachment":
      return "attached";
    case "tool":
    case "edit":
      return "call";
    default:
      return null;
  }
}

function sayingsOfEntry({ item }: PortableEntry): string[] {
  if (item.kind === "call") return ["call"];
  if (item.kind === "assistant") return [`assistant ${item.text.trim()}`];
  const words = item.text === "" ? [] : [`user ${item.text.trim()}`];
  return [...words, ...(item.attached ?? []).map(({ kind }) => (kind === "tool" ? "call" : "attached"))];
}
