import {
  type Agent,
  FoldedText,
  finderOf,
  fold,
  type Hit,
  type Item,
  isBlankSearch,
  type ParsedSearch,
  parseSearch,
  type SearchQuery,
  SessionError,
  type Timestamp,
  type Transcript,
} from "@reprise/model";

const agents: readonly Agent[] = ["codex", "claude", "gemini", "opencode"];
const now = "2026-11-15T12:00:00.000Z" as Timestamp;

/** As every Library reads a search; throws `bad-use`. */
export function parsedSearch(line: string, { paths = [], tools = [] }: SearchQuery): ParsedSearch {
  const parsed = parseSearch(line, { agents, now });
  const all = { ...parsed, paths: [...paths, ...parsed.paths], tools: [...tools, ...parsed.tools] };
  if (isBlankSearch(all)) throw new SessionError("bad-use", "There is nothing to search for.");
  return all;
}

interface Entry {
  readonly turn: number;
  readonly item: string;
  readonly kind: Hit["kind"];
  readonly isWaiting: boolean;
  readonly at: Timestamp | null;
  readonly texts: readonly string[];
  /** Which terms it has, and whether they start words. */
  readonly has: readonly (boolean | null)[];
}

export interface RankedHits {
  readonly rank: number;
  readonly hits: readonly Hit[];
}

/** The hits of one session, by reading all of it; null if it has none. */
export function hitsIn({ session, turns }: Transcript, search: ParsedSearch): RankedHits | null {
  const { terms, paths, tools } = search;
  const items = turns.flatMap(({ number, items }) => items.map((item) => entryOf(item, number, search)));
  const isTouched = paths.length + tools.length > 0;
  const touching = items.filter(({ item }) => touches(item, turns, search));
  if (isTouched && touching.length === 0) return null;
  const titles = [session.name ?? "", session.title].filter((text) => text !== "");
  const title: Entry = {
    turn: 0,
    item: "title",
    kind: "title",
    isWaiting: false,
    at: session.updatedAt,
    texts: titles,
    has: hasTerms(titles, terms),
  };
  const hit = (entry: Entry, reach: Hit["reach"]): Hit => {
    const { texts, has: _has, ...place } = entry;
    return { session: session.id, title: session.name || session.title, ...place, ...snippetOf(texts, search), reach };
  };
  if (terms.length === 0) {
    const shown = isTouched ? touching : [title];
    return { rank: 0, hits: shown.map((entry) => hit(entry, "item")) };
  }
  const all = [title, ...items];
  const whole = all.filter(({ has }) => !has.includes(null));
  if (whole.length > 0) {
    const ranked = whole.toSorted((a, b) => rankOf(a) - rankOf(b));
    return { rank: rankOf(ranked[0] as Entry), hits: ranked.map((entry) => hit(entry, "item")) };
  }
  const covers = [...Map.groupBy(all, ({ turn }) => turn).values()].flatMap((entries) => coverOf(entries, search));
  if (covers.length > 0) return { rank: 100, hits: covers.map((entry) => hit(entry, "turn")) };
  const cover = coverOf(all, search);
  return cover.length === 0 ? null : { rank: 200, hits: cover.map((entry) => hit(entry, "session")) };
}

function entryOf(item: Item, turn: number, { terms }: ParsedSearch): Entry {
  const { id, at, origin: _origin, kind, ...said } = item;
  const texts = kind === "opaque" ? [] : [...flat(said)];
  const isWaiting = "status" in item && item.status === "waiting";
  return { turn, item: id, kind, isWaiting, at, texts, has: hasTerms(texts, terms) };
}

function hasTerms(texts: readonly string[], terms: ParsedSearch["terms"]): (boolean | null)[] {
  const folded = texts.map((text) => fold(text));
  return terms.map((term) => {
    const found = folded.map((text) => finderOf(term)(text)?.isWordStart).filter((one) => one !== undefined);
    return found.length === 0 ? null : found.includes(true);
  });
}

/** Inside of words after their start; titles, prompts, replies, the rest. */
function rankOf({ kind, has }: Entry): number {
  const field = kind === "title" ? 0 : kind === "prompt" ? 1 : ["reply", "reasoning", "notice"].includes(kind) ? 2 : 3;
  return (has.includes(false) ? 10 : 0) + field;
}

/** One entry for each term; empty if a term is in none. */
function coverOf(entries: readonly Entry[], { terms }: ParsedSearch): Entry[] {
  const best = terms.map((_, term) => {
    const found = entries.filter(({ has }) => has[term] !== null);
    return found.toSorted((a, b) => rankOf(a) - rankOf(b))[0];
  });
  return best.includes(undefined) ? [] : [...new Set(best as Entry[])];
}

function touches(id: string, turns: Transcript["turns"], { paths, tools }: ParsedSearch): boolean {
  const item = turns.flatMap(({ items }) => items).find((one) => one.id === id);
  if (!item || (item.kind !== "edit" && item.kind !== "command" && item.kind !== "tool")) return false;
  const names = item.kind === "tool" ? [item.name] : [item.kind];
  const named =
    item.kind === "edit"
      ? item.changes.map(({ path }) => path)
      : item.kind === "command"
        ? [item.command]
        : [...flat(item.input)];
  return (
    paths.every((path) => named.some((one) => fold(one).includes(fold(path)))) &&
    tools.every((tool) => names.some((one) => fold(one).includes(fold(tool))))
  );
}

function snippetOf(texts: readonly string[], { terms }: ParsedSearch): Pick<Hit, "snippet" | "marks"> {
  const finders = terms.map(finderOf);
  const text = texts.find((one) => finders.some((find) => find(fold(one)))) ?? texts[0] ?? "";
  const first = finders.flatMap((find) => find(fold(text))?.start ?? [])[0] ?? 0;
  const snippet = text
    .slice(Math.max(0, first - 40), first + 80)
    .replace(/\s+/g, " ")
    .trim();
  const folded = new FoldedText(snippet);
  const marks = finders.flatMap((find) => {
    const found = find(folded.text);
    return found ? [folded.rangeOf(found.start, found.end)] : [];
  });
  return { snippet, marks: marks.toSorted(([a], [b]) => a - b) };
}

function* flat(value: unknown): Generator<string> {
  if (typeof value === "string" || typeof value === "number") yield String(value);
  else if (typeof value === "object" && value !== null) for (const one of Object.values(value)) yield* flat(one);
}
