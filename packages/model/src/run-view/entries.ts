import type { RunEvent } from "../run.ts";
import type { ItemBody } from "../transcript.ts";
import { clipped, itemEntry } from "./clip.ts";
import type { Entry, GrowingEntry } from "./entry.ts";
import { emptyFlow, type Flow, flowing, flowText } from "./flow.ts";

/** The conversation, in bounded memory. Show `entriesOf`. */
export interface RunEntries {
  /** Has growing entries as they started, so that streaming text copies no list. */
  readonly list: readonly Entry[];
  readonly growing: ReadonlyMap<string, GrowingEntry>;
  /** Counter; a key for entries without one. */
  readonly nextKey: number;
  /** Agents may reuse a key in another turn. */
  readonly turn: number;
}

export const noEntries: RunEntries = { list: [], growing: new Map(), nextKey: 0, turn: 0 };

const mostEntries = 3_000;
/** Dropped in one batch, so that a new entry rarely moves the list. */
const dropCount = 500;
const mostPieces = { reply: 100, reasoning: 50, output: 20 } as const;

const shown = new WeakMap<RunEntries, readonly Entry[]>();

/** All entries in their current state. */
export function entriesOf(entries: RunEntries): readonly Entry[] {
  const { list, growing } = entries;
  if (growing.size === 0) return list;
  const known = shown.get(entries) ?? list.map((entry) => growing.get(entry.key) ?? entry);
  shown.set(entries, known);
  return known;
}

export function withItem(entries: RunEntries, item: ItemBody, more: Pick<Entry & { kind: "item" }, "resolves"> = {}) {
  return added(entries, (key) => itemEntry(key, item, more));
}

export function withLine(
  entries: RunEntries,
  text: string,
  tone: "dim" | "bad" = "dim",
  more: Pick<Entry & { kind: "line" }, "isTurnEnd"> = {},
): RunEntries {
  return added(entries, (key) => ({ kind: "line", key, text, tone, ...more }));
}

/** `isShown`: by a face, before the runner reported it. What was sent along follows it. */
export function promptAfter(
  entries: RunEntries,
  { promptId, text, inputs }: Omit<RunEvent & { type: "prompt-sent" }, "type">,
  isShown: boolean,
): RunEntries {
  const key = keyIn(entries, `prompt/${promptId}`);
  const items = [
    ...(isShown ? [] : [itemEntry(key, { kind: "prompt", text })]),
    ...inputs.map(({ kind, path }) =>
      itemEntry(`${key}/${path}`, { kind: "attachment", what: kind, name: path, text: null }),
    ),
  ];
  return items.length === 0 ? entries : bounded({ ...entries, list: [...entries.list, ...items] });
}

export function withRule(entries: RunEntries, text: string): RunEntries {
  return added(entries, (key) => ({ kind: "line", key, text, tone: "dim", isRule: true }));
}

/** Put before everything else. */
export function withEarlier(entries: RunEntries, earlier: readonly Entry[]): RunEntries {
  return bounded({ ...entries, list: [...earlier, ...entries.list] });
}

export function without(entries: RunEntries, key: string): RunEntries {
  const list = entries.list.filter((entry) => entry.key !== key);
  return { ...entries, list, growing: grown(entries, key, null) };
}

/** Removes the last prompt with this text. */
export function withoutPrompt(entries: RunEntries, text: string): RunEntries {
  const prompt = entries.list.findLast(
    (one) => one.kind === "item" && one.item.kind === "prompt" && one.item.text === text,
  );
  return prompt === undefined ? entries : without(entries, prompt.key);
}

/** Adds or updates an item, which repeats under its key as it grows. */
export function itemAfter(entries: RunEntries, { key, item, isComplete }: RunEvent & { type: "item" }): RunEntries {
  const own = keyIn(entries, key);
  const known = entries.growing.get(own);
  const flow = known?.flow ?? emptyFlow;
  const entry = isComplete ? completed(own, item, flow) : growing(own, item, flow);
  return put(
    entries,
    known?.kind === "running" && entry.kind === "running" ? { ...entry, approval: known.approval } : entry,
  );
}

export function deltaAfter(entries: RunEntries, { key, kind, text }: RunEvent & { type: "delta" }): RunEntries {
  const own = keyIn(entries, key);
  const known = entries.growing.get(own);
  // A complete item no longer grows.
  if (known === undefined && indexOf(entries, own) !== -1) return entries;
  const flow = flowing(known?.flow ?? emptyFlow, text, mostPieces[kind]);
  if (known !== undefined) return { ...entries, growing: grown(entries, own, { ...known, flow }) };
  return put(
    entries,
    kind === "output" ? { kind: "running", key: own, item: null, flow } : { kind: "flow", key: own, of: kind, flow },
  );
}

/** Marks work as waiting for approval, or as answered; undefined: allowed. */
export function askedAbout(
  entries: RunEntries,
  key: string | null,
  approval: (Entry & { kind: "running" })["approval"],
): RunEntries {
  const entry = key === null ? undefined : entries.growing.get(keyIn(entries, key));
  if (entry?.kind !== "running") return entries;
  return { ...entries, growing: grown(entries, entry.key, { ...entry, approval }) };
}

/** Started work has not ended yet. */
export function hasRunning({ growing }: RunEntries): boolean {
  return [...growing.values()].some((entry) => entry.kind === "running" && entry.approval === undefined);
}

export function droppedAfter(entries: RunEntries, key: string): RunEntries {
  return without(entries, keyIn(entries, key));
}

/** Unfinished text is kept as it is; unfinished work has an unknown outcome. */
export function turnOver(entries: RunEntries): RunEntries {
  if (entries.growing.size === 0) return { ...entries, turn: entries.turn + 1 };
  const list = entriesOf(entries).map((entry): Entry => {
    if (entry.kind === "flow")
      return { kind: "item", key: entry.key, item: { kind: entry.of, text: flowText(entry.flow) } };
    return entry.kind === "running" ? completed(entry.key, leftOf(entry), entry.flow) : entry;
  });
  return { ...entries, list, growing: new Map(), turn: entries.turn + 1 };
}

/** Work that was only requested never started. */
function leftOf({ item, approval }: Entry & { kind: "running" }): ItemBody {
  if (approval === undefined || item === null || !("status" in item)) return item ?? unnamed;
  return { ...item, status: approval === "declined" ? "declined" : "waiting" };
}

const unnamed: ItemBody = { kind: "command", command: "…", output: null, exitCode: null, status: "open" };

function completed(key: string, item: ItemBody, flow: Flow): Entry {
  const isSilent = (item.kind === "command" || item.kind === "tool") && item.output === null;
  const output = isSilent && flow.pieces.length > 0 ? { output: flowText(flow) } : {};
  return itemEntry(key, { ...item, ...output });
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
  // Keep a change complete while it can still be refused.
  return isWork
    ? { kind: "running", key, item: item.kind === "edit" ? item : clipped(item), flow }
    : itemEntry(key, item);
}

/** The key of an entry, by the agent's own in this turn. */
export function keyIn({ turn }: RunEntries, key: string): string {
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

/** Replaces the entry with the same key, else appends. */
function put(entries: RunEntries, entry: Entry): RunEntries {
  const isGrowing = entry.kind === "flow" || entry.kind === "running";
  const next = { ...entries, growing: grown(entries, entry.key, isGrowing ? entry : null) };
  const index = indexOf(entries, entry.key);
  if (index === -1) return bounded({ ...next, list: [...entries.list, entry] });
  return isGrowing && entries.growing.has(entry.key) ? next : { ...next, list: entries.list.with(index, entry) };
}

function added(entries: RunEntries, make: (key: string) => Entry): RunEntries {
  const entry = make(`own/${entries.nextKey}`);
  return bounded({ ...entries, nextKey: entries.nextKey + 1, list: [...entries.list, entry] });
}

function bounded(entries: RunEntries): RunEntries {
  if (entries.list.length <= mostEntries) return entries;
  const from = entries.list.length - mostEntries + dropCount;
  const rest = entries.list.filter(({ key }, index) => index >= from || entries.growing.has(key));
  const text = "… earlier entries are not shown here: open the session to read them";
  return { ...entries, list: [{ kind: "line", key: leftOut, text, tone: "dim" }, ...rest] };
}

const leftOut = "left-out";

/** Entries that are new or not as before, in order, and keys of those that are gone. What is only left out of memory is not gone. */
export function entriesChanged(
  before: RunEntries,
  after: RunEntries,
): { readonly put: readonly Entry[]; readonly removed: readonly string[] } {
  const grown = [...after.growing.values()].filter((entry) => before.growing.get(entry.key) !== entry);
  if (before.list === after.list) return { put: grown, removed: [] };
  const [start, end] = differing(before.list, after.list);
  const was = new Map(before.list.slice(start, before.list.length - end).map((entry) => [entry.key, entry]));
  const now = after.list.slice(start, after.list.length - end);
  const listed = now.filter((entry) => was.get(entry.key) !== entry);
  const known = new Set(listed.map(({ key }) => key));
  const kept = new Set(now.map(({ key }) => key));
  return {
    put: [
      ...listed.map((entry) => after.growing.get(entry.key) ?? entry),
      ...grown.filter(({ key }) => !known.has(key)),
    ],
    removed: kept.has(leftOut) ? [] : [...was.keys()].filter((key) => !kept.has(key)),
  };
}

/** How many are the same at the start and at the end. */
function differing(before: readonly Entry[], after: readonly Entry[]): [start: number, end: number] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return [start, end];
}
