import type { ItemBody, RunEvent } from "@reprise/model";
import type { Tone } from "../../../kernel/theme.ts";
import { clipped } from "./clip.ts";
import type { Entry } from "./entry.ts";
import { emptyFlow, type Flow, flowing, flowText } from "./flow.ts";

/** The conversation as far as it is kept in memory. */
export interface LiveTranscript {
  readonly entries: readonly Entry[];
  /** Counts up; names what has no name of its own. */
  readonly nextKey: number;
  /** Agents may use a key again in another turn. */
  readonly turn: number;
}

export const emptyTranscript: LiveTranscript = { entries: [], nextKey: 0, turn: 0 };

const mostEntries = 3_000;
/** So many go at once, that not every new one moves all. */
const dropped = 500;
const mostPieces = { reply: 100, reasoning: 50, output: 20 } as const;

export function withItem(transcript: LiveTranscript, item: ItemBody): LiveTranscript {
  return added(transcript, (key) => ({ kind: "item", key, item: clipped(item) }));
}

export function withLine(transcript: LiveTranscript, text: string, tone: Tone = "dim"): LiveTranscript {
  return added(transcript, (key) => ({ kind: "line", key, text, tone }));
}

export function withRule(transcript: LiveTranscript, text: string): LiveTranscript {
  return added(transcript, (key) => ({ kind: "line", key, text, tone: "dim", isRule: true }));
}

/** What was said before, above everything else. */
export function withEarlier(transcript: LiveTranscript, earlier: readonly Entry[]): LiveTranscript {
  return bounded({ ...transcript, entries: [...earlier, ...transcript.entries] });
}

export function without(transcript: LiveTranscript, key: string): LiveTranscript {
  return { ...transcript, entries: transcript.entries.filter((entry) => entry.key !== key) };
}

/** An item that repeats under its key as it grows. */
export function told(
  transcript: LiveTranscript,
  { key, item, isComplete }: RunEvent & { type: "item" },
): LiveTranscript {
  const own = keyIn(transcript, key);
  return put(transcript, own, (known) => {
    const flow = known && known.kind !== "item" && known.kind !== "line" ? known.flow : emptyFlow;
    if (isComplete) return completed(own, item, flow);
    const entry = growing(own, item, flow);
    return known?.kind === "running" && entry.kind === "running"
      ? { ...entry, isAsked: known.isAsked }
      : entry;
  });
}

export function streamed(
  transcript: LiveTranscript,
  { key, kind, text }: RunEvent & { type: "delta" },
): LiveTranscript {
  const own = keyIn(transcript, key);
  return put(transcript, own, (known) => {
    // What is complete does not grow any more.
    if (known?.kind === "item" || known?.kind === "line") return known;
    const flow = flowing(known?.flow ?? emptyFlow, text, mostPieces[kind]);
    if (known) return { ...known, flow };
    return kind === "output"
      ? { kind: "running", key: own, item: null, flow }
      : { kind: "flow", key: own, of: kind, flow };
  });
}

/** The person is asked whether it may be done, or has answered. */
export function askedAbout(transcript: LiveTranscript, key: string | null, isAsked: boolean): LiveTranscript {
  if (key === null) return transcript;
  const own = keyIn(transcript, key);
  const index = transcript.entries.findLastIndex((entry) => entry.key === own);
  const entry = transcript.entries[index];
  if (entry?.kind !== "running") return transcript;
  return { ...transcript, entries: transcript.entries.with(index, { ...entry, isAsked }) };
}

/** Something was begun whose end was not told. */
export function hasRunning({ entries }: LiveTranscript): boolean {
  return entries.some((entry) => entry.kind === "running" && !entry.isAsked);
}

export function droppedItem(transcript: LiveTranscript, key: string): LiveTranscript {
  return without(transcript, keyIn(transcript, key));
}

/** What streamed and was never finished stays as far as it came; what ran has no known outcome. */
export function turnOver(transcript: LiveTranscript): LiveTranscript {
  const entries = transcript.entries.map((entry): Entry => {
    if (entry.kind === "flow")
      return { kind: "item", key: entry.key, item: { kind: entry.of, text: flowText(entry.flow) } };
    return entry.kind === "running" ? completed(entry.key, leftOf(entry), entry.flow) : entry;
  });
  return { ...transcript, entries, turn: transcript.turn + 1 };
}

/** What was only asked for was not begun. */
function leftOf({ item, isAsked }: Entry & { kind: "running" }): ItemBody {
  if (!isAsked || item === null || !("status" in item)) return item ?? unnamed;
  return { ...item, status: "declined" };
}

const unnamed: ItemBody = { kind: "command", command: "…", output: null, exitCode: null, status: "open" };

function completed(key: string, item: ItemBody, flow: Flow): Entry {
  const isSilent = (item.kind === "command" || item.kind === "tool") && item.output === null;
  const output = isSilent && flow.pieces.length > 0 ? { output: flowText(flow) } : {};
  return { kind: "item", key, item: clipped({ ...item, ...output }) };
}

function growing(key: string, item: ItemBody, flow: Flow): Entry {
  if (item.kind === "reply" || item.kind === "reasoning") {
    const whole = item.text.length > flowText(flow).length;
    const pieces = mostPieces[item.kind];
    return { kind: "flow", key, of: item.kind, flow: whole ? flowing(emptyFlow, item.text, pieces) : flow };
  }
  const isWork = item.kind === "command" || item.kind === "tool" || item.kind === "edit";
  // Of a change nothing may be missing while it can still be refused.
  return isWork
    ? { kind: "running", key, item: item.kind === "edit" ? item : clipped(item), flow }
    : { kind: "item", key, item: clipped(item) };
}

function keyIn({ turn }: LiveTranscript, key: string): string {
  return `${turn}/${key}`;
}

/** In place of what is under the key, else at the end. */
function put(
  transcript: LiveTranscript,
  key: string,
  make: (known: Entry | undefined) => Entry,
): LiveTranscript {
  const index = transcript.entries.findLastIndex((entry) => entry.key === key);
  const known = transcript.entries[index];
  const entry = make(known);
  if (entry === known) return transcript;
  if (known === undefined) return bounded({ ...transcript, entries: [...transcript.entries, entry] });
  return { ...transcript, entries: transcript.entries.with(index, entry) };
}

function added(transcript: LiveTranscript, make: (key: string) => Entry): LiveTranscript {
  const entry = make(`own/${transcript.nextKey}`);
  const nextKey = transcript.nextKey + 1;
  return bounded({ ...transcript, nextKey, entries: [...transcript.entries, entry] });
}

function bounded(transcript: LiveTranscript): LiveTranscript {
  if (transcript.entries.length <= mostEntries) return transcript;
  const rest = transcript.entries.slice(transcript.entries.length - mostEntries + dropped);
  const text = "… what was said before this is left out here: the viewer has it all";
  return { ...transcript, entries: [{ kind: "line", key: "left-out", text, tone: "dim" }, ...rest] };
}
