import { createHash } from "node:crypto";
import { type Agent, agentOf, type Item, type PlanOf, type ReplayWay, type Timestamp, type Turn } from "@reprise/model";
import type { PortableItem } from "../../agents/writing/portable.ts";
import type { CountTokens } from "../../transcript/count-tokens.ts";
import { mostCharactersIn, type TurnReader } from "../history/choose-history.ts";
import type { PortableEntry } from "../history/portable-entry.ts";
import { portableHistory } from "../history/portable-history.ts";
import { type Segment, segmentsOf } from "../history/segments.ts";

/** Source id of the brief that precedes a shortened history. */
const briefSource = "brief";

/** The first entry, in place of the history that does not fit. */
export function briefEntry(brief: string, turn: number, at: Timestamp | null): PortableEntry {
  const text = `What came before, in short. It is history: do not redo any of it.\n\n${brief}`;
  return { source: briefSource, turn, item: { kind: "user", text, at } };
}

/** Batch size for injecting without a model call; a crash costs no more than one batch. */
const injectTokens = 20_000;

export function cut(
  entries: readonly PortableEntry[],
  via: ReplayWay,
  { segmentTokens, count }: { readonly segmentTokens: number; readonly count: CountTokens },
): Segment[] {
  const mostTokens = {
    inject: injectTokens,
    native: Number.POSITIVE_INFINITY,
    segments: segmentTokens,
    fork: 0,
  };
  return segmentsOf(entries, { mostTokens: mostTokens[via], count });
}

/** Identifies a restore: its history, target and way. */
export function hashOfHistory(items: readonly PortableItem[], target: Agent, via: string): string {
  return createHash("sha256")
    .update(JSON.stringify([target, via, items]))
    .digest("hex");
}

export interface ReplayedHistory {
  readonly segments: readonly Segment[];
  readonly hash: string;
}

const width = 32;

/** Reads the plan's history again; null if the session has changed. */
export async function replayedHistory(plan: PlanOf<"replay">, turns: TurnReader): Promise<ReplayedHistory | null> {
  const wanted = plan.segments.flatMap(({ items }) => items);
  const known = await readEntries(new Set(wanted), plan, turns);
  // A compaction may have kept an item that a rewind removed.
  const missing = new Set(wanted.filter((id) => id !== briefSource && !known.has(id)));
  if (missing.size > 0) {
    const read = async (from: number, to: number) => (await turns.read(from, to)).map(withoutRewinds);
    for (const [id, entry] of await readEntries(missing, plan, { ...turns, read })) known.set(id, entry);
  }
  if (plan.brief !== null) {
    const first = wanted.find((id) => id !== briefSource);
    const at = (first === undefined ? null : known.get(first)?.item.at) ?? null;
    known.set(briefSource, briefEntry(plan.brief, plan.turns.from, at));
  }
  const segments: Segment[] = [];
  for (const { number, items, tokens } of plan.segments) {
    const own = items.map((id) => known.get(id));
    if (own.some((entry) => entry === undefined)) return null;
    segments.push({ number, tokens, entries: own as PortableEntry[] });
  }
  const items = segments.flatMap(({ entries: own }) => own.map(({ item }) => item));
  return { segments, hash: hashOfHistory(items, plan.target, plan.via) };
}

/** Items kept by a compaction may be far before the rest: everything between is read but not held. */
async function readEntries(
  wanted: ReadonlySet<string>,
  { session, turns: span, unfinished, contextTokens }: PlanOf<"replay">,
  turns: TurnReader,
): Promise<Map<string, PortableEntry>> {
  const known = new Map<string, PortableEntry>();
  for (let first = span.from; first <= span.to; first += width) {
    const read = await turns.read(first, Math.min(span.to, first + width - 1));
    const { entries, compactions } = portableHistory(read, {
      agent: agentOf(session),
      toolMeaning: turns.toolMeaning,
      unfinished,
      mostCharacters: mostCharactersIn(contextTokens),
    });
    const kept = compactions.flatMap((one) => ("entries" in one.kept ? one.kept.entries : []));
    for (const entry of [...kept, ...entries]) if (wanted.has(entry.source)) known.set(entry.source, entry);
  }
  return known;
}

function withoutRewinds(turn: Turn): Turn {
  const isRewind = (item: Item) => item.kind === "notice" && item.mark?.type === "rewind";
  return { ...turn, items: turn.items.filter((item) => !isRewind(item)) };
}
