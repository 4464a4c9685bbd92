import type { RunEvent } from "../run.ts";
import type { ItemBody } from "../transcript.ts";
import { clipped } from "./clip.ts";
import type { Entry, GrowingEntry } from "./entry.ts";
import { emptyFlow, type Flow, flowing, flowText } from "./flow.ts";

/** The conversation, within a bounded amount of memory. `entriesOf` is what to show. */
export interface RunEntries {
  /** A growing entry is here as it started: text that streams in copies no list. */
  readonly list: readonly Entry[];
  readonly growing: ReadonlyMap<string, GrowingEntry>;
  /** Counts up; names what has no name of its own. */
  readonly nextKey: number;
  /** Agents may use a key again in another turn. */
  readonly turn: number;
}

export const noEntries: RunEntries = { list: [], growing: new Map(), nextKey: 0, turn: 0 };

const mostEntries = 3_000;
/** Dropped at once, so that not every new entry moves all. */
const dropCount = 500;
const mostPieces = { reply: 100, reasoning: 50, output: 20 } as const;

const shown = new WeakMap<RunEntries, readonly Entry[]>();

/** All entries as they are now. */
export function entriesOf(entries: RunEntries): readonly Entry[] {
  const { list, growing } = entries;
  if (growing.size === 0) return list;
  const known = shown.get(entries) ?? list.map((entry) => growing.get(entry.key) ?? entry);
  shown.set(entries, known);
  return known;
}

export function withItem(entries: RunEntries, item: ItemBody): RunEntries {
  return added(entries, (key) => ({ kind: "item", key, item: clipped(item) }));
}

export function withLine(entries: RunEntries, text: string, tone: "dim" | "bad" = "dim"): RunEntries {
  return added(entries, (key) => ({ kind: "line", key, text, tone }));
}

export function withRule(entries: RunEntries, text: string): RunEntries {
  return added(entries, (key) => ({ kind: "line", key, text, tone: "dim", isRule: true }));
}

/** Above everything else. */
export function withEarlier(entries: RunEntries, earlier: readonly Entry[]): RunEntries {
  return bounded({ ...entries, list: [...earlier, ...entries.list] });
}

export function without(entries: RunEntries, key: string): RunEntries {
  const list = entries.list.filter((entry) => entry.key !== key);
  return { ...entries, list, growing: grown(entries, key, null) };
}

/** Without the last prompt of this text. */
export function withoutPrompt(entries: RunEntries, text: string): RunEntries {
  const prompt = entries.list.findLast(
    (one) => one.kind === "item" && one.item.kind === "prompt" && one.item.text === text,
  );
  return prompt === undefined ? entries : without(entries, prompt.key);
}

/** An item that repeats under its key as it grows. */
export function itemAfter(
  entries: RunEntries,
  { key, item, isComplete }: RunEvent & { type: "item" },
): RunEntries {
  const own = keyIn(entries, key);
  const known = entries.growing.get(own);
  const flow = known?.flow ?? emptyFlow;
  const entry = isComplete ? completed(own, item, flow) : growing(own, item, flow);
  return put(
    entries,
    known?.kind === "running" && entry.kind === "running" ? { ...entry, isAsked: known.isAsked } : entry,
  );
}

export function deltaAfter(
  entries: RunEntries,
  { key, kind, text }: RunEvent & { type: "delta" },
): RunEntries {
  const own = keyIn(entries, key);
  const known = entries.growing.get(own);
  // What is complete does not grow any more.
  if (known === undefined && indexOf(entries, own) !== -1) return entries;
  const flow = flowing(known?.flow ?? emptyFlow, text, mostPieces[kind]);
  if (known !== undefined) return { ...entries, growing: grown(entries, own, { ...known, flow }) };
  return put(
    entries,
    kind === "output"
      ? { kind: "running", key: own, item: null, flow }
      : { kind: "flow", key: own, of: kind, flow },
  );
}

/** The person is asked whether it may be done, or has answered. */
export function askedAbout(entries: RunEntries, key: string | null, isAsked: boolean): RunEntries {
  const entry = key === null ? undefined : entries.growing.get(keyIn(entries, key));
  if (entry?.kind !== "running") return entries;
  return { ...entries, growing: grown(entries, entry.key, { ...entry, isAsked }) };
}

/** Work was started that has no end yet. */
export function hasRunning({ growing }: RunEntries): boolean {
  return [...growing.values()].some((entry) => entry.kind === "running" && !entry.isAsked);
}

export function droppedAfter(entries: RunEntries, key: string): RunEntries {
  return without(entries, keyIn(entries, key));
}

/** Text that never finished stays as far as it came; work that never finished has no known outcome. */
export function turnOver(entries: RunEntries): RunEntries {
  if (entries.growing.size === 0) return { ...entries, turn: entries.turn + 1 };
  const list = entriesOf(entries).map((entry): Entry => {
    if (entry.kind === "flow")
      return { kind: "item", key: entry.key, item: { kind: entry.of, text: flowText(entry.flow) } };
    return entry.kind === "running" ? completed(entry.key, leftOf(entry), entry.flow) : entry;
  });
  return { ...entries, list, growing: new Map(), turn: entries.turn + 1 };
}

/** What was only asked for never started. */
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
    const isLonger = item.text.length > flowText(flow).length;
    const pieces = mostPieces[item.kind];
    return {
      kind: "flow",
      key,
      of: item.kind,
      flow: isLonger ? flowing(emptyFlow, item.text, pieces) : flow,
    };
  }
  const isWork = item.kind === "command" || item.kind === "tool" || item.kind === "edit";
  // Of a change nothing may be missing while it can still be refused.
  return isWork
    ? { kind: "running", key, item: item.kind === "edit" ? item : clipped(item), flow }
    : { kind: "item", key, item: clipped(item) };
}

function keyIn({ turn }: RunEntries, key: string): string {
  return `${turn}/${key}`;
}

function indexOf({ list }: RunEntries, key: string): number {
  return list.findLastIndex((entry) => entry.key === key);
}

function grown({ growing }: RunEntries, key: string, entry: GrowingEntry | null): RunEntries["growing"] {
  if (entry === null && !growing.has(key)) return growing;
  const next = new Map(growing);
  if (entry === null) next.delete(key);
  else next.set(key, entry);
  return next;
}

/** In place of the entry of the same key, else at the end. */
function put(entries: RunEntries, entry: Entry): RunEntries {
  const isGrowing = entry.kind === "flow" || entry.kind === "running";
  const next = { ...entries, growing: grown(entries, entry.key, isGrowing ? entry : null) };
  const index = indexOf(entries, entry.key);
  if (index === -1) return bounded({ ...next, list: [...entries.list, entry] });
  return isGrowing && entries.growing.has(entry.key)
    ? next
    : { ...next, list: entries.list.with(index, entry) };
}

function added(entries: RunEntries, make: (key: string) => Entry): RunEntries {
  const entry = make(`own/${entries.nextKey}`);
  return bounded({ ...entries, nextKey: entries.nextKey + 1, list: [...entries.list, entry] });
}

function bounded(entries: RunEntries): RunEntries {
  if (entries.list.length <= mostEntries) return entries;
  const rest = entries.list.slice(entries.list.length - mostEntries + dropCount);
  const text = "… earlier entries are not shown here: open the session to read them";
  return { ...entries, list: [{ kind: "line", key: "left-out", text, tone: "dim" }, ...rest] };
}
