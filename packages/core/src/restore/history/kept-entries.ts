import type { Agent, Turn, Unfinished } from "@reprise/model";
import type { CountTokens } from "../../transcript/count-tokens.ts";
import type { TurnReader } from "./choose-history.ts";
import { type Compaction, type PortableEntry, tokensOfEntry } from "./portable-entry.ts";
import { endsHistory, isAttached, isSent, portableHistory } from "./portable-history.ts";

interface KeptOptions {
  readonly agent: Agent;
  readonly room: number;
  readonly mostCharacters: number;
  readonly count: CountTokens;
  readonly unfinished: readonly Unfinished[];
}

interface KeptThatFits {
  readonly entries: readonly PortableEntry[];
  readonly isCut: boolean;
}

/** As far as it fits: the newest of the end, the oldest of the start. */
export async function keptEntries(
  { kept, turn }: Compaction,
  turns: TurnReader,
  options: KeptOptions,
): Promise<KeptThatFits> {
  if ("upTo" in kept) return beginningUpTo(kept.upTo, { first: turns.first, last: turn }, turns, options);
  const entries = fitting(kept.entries.toReversed(), options).toReversed();
  return { entries, isCut: entries.length < kept.entries.length };
}

const firstWidth = 16;

/** Doubles the window until the item is found or the space is used. */
async function beginningUpTo(
  id: string,
  span: { readonly first: number; readonly last: number },
  turns: TurnReader,
  options: KeptOptions,
): Promise<KeptThatFits> {
  const read: Turn[] = [];
  for (let from = span.first, width = firstWidth; from <= span.last; from += width, width *= 2) {
    const more = await turns.read(from, Math.min(span.last, from + width - 1));
    const end = more.findIndex(({ items }) => items.some((item) => item.id === id));
    for (const turn of end === -1 ? more : more.slice(0, end + 1)) read.push(end === -1 ? turn : cutAfter(turn, id));
    const { entries } = portableHistory(read, { ...options, toolMeaning: turns.toolMeaning });
    const kept = fitting(entries, options);
    if (end !== -1 || kept.length < entries.length) return { entries: kept, isCut: kept.length < entries.length };
  }
  return { entries: [], isCut: true };
}

/** What a person attached stays with its prompt, wherever the turn is cut. */
function cutAfter(turn: Turn, id: string): Turn {
  const at = turn.items.findIndex((item) => item.id === id);
  if (at === -1) return turn;
  const kept = turn.items.slice(0, at + 1);
  const rest = turn.items.slice(at + 1);
  const last = kept.findLast(isSent);
  if (last === undefined || !(last.kind === "prompt" || isAttached(last))) return { ...turn, items: kept };
  const end = rest.findIndex((item) => (isSent(item) && !isAttached(item)) || endsHistory(item));
  return { ...turn, items: [...kept, ...(end === -1 ? rest : rest.slice(0, end)).filter(isAttached)] };
}

function fitting(entries: readonly PortableEntry[], { room, count }: KeptOptions): readonly PortableEntry[] {
  let left = room;
  const end = entries.findIndex((entry) => {
    left -= tokensOfEntry(entry, count);
    return left < 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
