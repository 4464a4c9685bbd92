import type { Timestamp } from "../ids.ts";
import type { Item, Turn } from "../transcript.ts";
import { typedPrompt } from "../words/recap.ts";
import { itemEntry } from "./clip.ts";
import type { Entry } from "./entry.ts";
import { turnEndWords } from "./words.ts";

const compacted = "Context compacted";
/** Claude Code's log has commands of its own as notices, after what they did, and what they printed as context. */
const typedCommand = /^\/[a-z][\w:-]*(?:\s|$)/;
/** How Codex's log ends a turn that failed. */
const recordedFailure = /^The turn failed: (.*)$/s;
const printed = new Set(["local command stdout", "local command stderr"]);

/** Recorded turns as the conversation that was shown while they happened. The keys are those of the items. */
export function entriesOfTurns(turns: readonly Turn[]): readonly Entry[] {
  return turns.flatMap((turn) => [...asShownLive(turn.items).map(entryOf), ...endOf(turn)]);
}

function entryOf({ id, at, origin: _, ...item }: Item): Entry {
  const failure = item.kind === "notice" ? recordedFailure.exec(item.text)?.[1] : undefined;
  return failure === undefined ? itemEntry(id, item, { at }) : turnEnd(id, `Turn failed: ${failure}`, at);
}

/** Without it, a turn that was stopped or failed looks like one whose answer is complete. */
function endOf({ number, state, items, endedAt }: Turn): readonly Entry[] {
  if (state !== "interrupted" && state !== "stopped" && state !== "failed") return [];
  const last = items.at(-1);
  // Logs give the reason of a failure.
  if (state === "failed" && last?.kind === "notice") return [];
  const end = state === "stopped" ? "interrupted" : state;
  const text = turnEndWords({ state: end, failure: null }, { hasRunning: false });
  return [turnEnd(`turn-${number}`, text, endedAt ?? last?.at ?? null)];
}

function turnEnd(key: string, text: string, at: Timestamp | null): Entry {
  return { kind: "line", key, text, tone: text.startsWith("Turn failed") ? "bad" : "dim", isTurnEnd: true, at };
}

/** Commands that were typed are prompts, a compaction is one line, and a prompt is what the person wrote. */
function asShownLive(items: readonly Item[]): readonly Item[] {
  const shown: Item[] = [];
  for (const item of items) {
    const line = compactionLine(item);
    if (line === null) continue;
    if (line.kind === "notice" && typedCommand.test(line.text)) {
      const place = line.text.startsWith("/compact") && isCompaction(shown.at(-1)) ? -1 : shown.length;
      const { id, at, origin, text } = line;
      shown.splice(place, 0, { id, at, origin, kind: "prompt", text });
    } else if (line.kind === "attachment" && line.what === "context" && printed.has(line.name)) {
      const { id, at, origin, text } = line;
      shown.push({ id, at, origin, kind: "notice", text: text ?? "" });
    } else if (line.kind === "prompt") shown.push({ ...line, text: typedPrompt(line.text) });
    else shown.push(line);
  }
  return shown;
}

/** Without its summary, which the session has; null for a summary that follows its line. */
function compactionLine(item: Item): Item | null {
  if (item.kind !== "notice" || item.mark?.type !== "compaction") return item;
  return isCompaction(item) ? { ...item, text: `${compacted}.` } : null;
}

function isCompaction(item: Item | undefined): boolean {
  return item?.kind === "notice" && item.text.startsWith(compacted);
}
