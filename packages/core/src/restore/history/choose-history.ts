import { type Agent, type Turn, type Unfinished, workWords } from "@reprise/model";
import type { ReadToolMeaning } from "../../agents/writing/portable.ts";
import type { CountTokens } from "../../transcript/count-tokens.ts";
import { mostCharacters } from "./clean-text.ts";
import { keptEntries } from "./kept-entries.ts";
import {
  type NotCarried,
  type NotCarriedKind,
  type Portable,
  type PortableEntry,
  tokensOfEntry,
} from "./portable-entry.ts";
import { portableHistory } from "./portable-history.ts";

export interface TurnReader {
  /** 0 if there is injected history, else 1. */
  readonly first: number;
  readonly last: number;
  read(from: number, to: number): Promise<readonly Turn[]>;
  /** Meaning of the source agent's tools. */
  readonly toolMeaning?: ReadToolMeaning | undefined;
}

export interface ChooseOptions {
  readonly agent: Agent;
  readonly contextTokens: number;
  /** Reserved for a brief. */
  readonly briefTokens: number;
  readonly count: CountTokens;
  readonly unfinished: readonly Unfinished[];
}

export interface Chosen {
  readonly entries: readonly PortableEntry[];
  readonly turns: { readonly from: number; readonly to: number };
  /**
   * What stands in place of what is not told. `summary`: the agent's own, of its last compaction, told behind the first
   * `behind` entries, which were kept when it was made. `missing`: nothing yet.
   */
  readonly before:
    | { readonly kind: "nothing" }
    | { readonly kind: "summary"; readonly text: string; readonly behind: number }
    | { readonly kind: "missing" };
  readonly lost: readonly string[];
  /** For a brief. */
  readonly read: readonly Turn[];
}

/** Later windows adapt to the turns so far, at most doubling. */
const firstWindow = 16;

/** Half of the context: the rest is for the agent, further work and low estimates. */
export function roomFor(contextTokens: number): number {
  return Math.floor(contextTokens / 2);
}

/** At most an eighth of the context per text. */
export function mostCharactersIn(contextTokens: number): number {
  return Math.min(mostCharacters, Math.max(400, Math.floor(contextTokens / 2)));
}

/** Everything if it fits; else the last compaction and what follows; else the last turns. Reads from the end, only as needed. */
export async function chooseHistory(turns: TurnReader, options: ChooseOptions): Promise<Chosen> {
  const room = roomFor(options.contextTokens);
  let read: readonly Turn[] = [];
  let from = turns.last + 1;
  for (let width = firstWindow; ; ) {
    const to = from - 1;
    from = Math.max(turns.first, from - width);
    if (from <= to) read = [...(await turns.read(from, to)), ...read];
    const history = toldOf(read, turns, options);
    const whole = tokensOf(history.portable.entries, options.count);
    const isAll = from <= turns.first;
    if (whole <= room && isAll)
      return chosen(history, history.portable.entries, { kind: "nothing" }, { told: from, lost: from });
    if (whole > room)
      return (
        (await fromCompaction(history, turns, options)) ?? fromTail(history, room - options.briefTokens, options.count)
      );
    const missing = ((room - whole) / Math.max(1, whole)) * read.length;
    width = Math.max(firstWindow / 2, Math.min(width * 2, Math.ceil(missing * 1.25)));
  }
}

interface History {
  readonly portable: Portable;
  readonly read: readonly Turn[];
}

function toldOf(
  read: readonly Turn[],
  { toolMeaning }: TurnReader,
  { agent, unfinished, contextTokens }: ChooseOptions,
): History {
  const mostCharacters = mostCharactersIn(contextTokens);
  return { read, portable: portableHistory(read, { agent, toolMeaning, unfinished, mostCharacters }) };
}

async function fromCompaction(history: History, turns: TurnReader, options: ChooseOptions): Promise<Chosen | null> {
  const { entries, compactions } = history.portable;
  const last = compactions.at(-1);
  if (!last) return null;
  const tail = entries.slice(last.at);
  const room = roomFor(options.contextTokens) - options.count(last.summary) - tokensOf(tail, options.count);
  if (room < 0) return null;
  const mostCharacters = mostCharactersIn(options.contextTokens);
  const kept = await keptEntries(last, turns, { ...options, room, mostCharacters });
  const told = [...kept.entries, ...tail];
  const behind = last.kept.summary === "behind" ? kept.entries.length : 0;
  const from = told[behind]?.turn ?? last.turn;
  const before = { kind: "summary", text: last.summary, behind } as const;
  const choice = chosen(history, told, before, { told: told[0]?.turn ?? last.turn, lost: from });
  return kept.isCut ? { ...choice, lost: [...choice.lost, keptAndLost] } : choice;
}

/** Complete turns; the end of a single turn that is too large. */
function fromTail(history: History, room: number, count: CountTokens): Chosen {
  const { entries } = history.portable;
  let [start, turnStart, tokens] = [entries.length, entries.length, 0];
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (!entry) break;
    tokens += tokensOfEntry(entry, count);
    if (tokens > room) break;
    start = at;
    if (entries[at - 1]?.turn !== entry.turn) turnStart = at;
  }
  const told = entries.slice(turnStart < entries.length ? turnStart : start);
  const from = told[0]?.turn ?? history.read.at(-1)?.number ?? 1;
  return chosen(history, told, { kind: "missing" }, { told: from, lost: from });
}

/** `from`: turn of the first included item. */
function chosen(
  { portable, read }: History,
  entries: readonly PortableEntry[],
  before: Chosen["before"],
  from: { readonly told: number; readonly lost: number },
): Chosen {
  return {
    entries,
    turns: { from: from.told, to: read.at(-1)?.number ?? from.told },
    before,
    lost: [...lostOf(portable.left, from.lost), ...beforeLost(before, from.lost)],
    read,
  };
}

const keptAndLost = "some items the agent had kept with its summary: they do not fit";

function beforeLost({ kind }: Chosen["before"], from: number): string[] {
  if (kind === "nothing") return [];
  const instead = kind === "summary" ? "the summary of the last compaction is sent instead" : "a brief is sent instead";
  return [`what came before turn ${from}: it does not fit, and ${instead}; the old session still has it`];
}

function tokensOf(entries: readonly PortableEntry[], count: CountTokens): number {
  return entries.reduce((sum, entry) => sum + tokensOfEntry(entry, count), 0);
}

const words: Readonly<Record<Exclude<NotCarriedKind, "attachment">, (count: number) => string>> = {
  reasoning: (n) => `${count(n, "piece")} of reasoning: only the model that wrote it can read it`,
  cut: (n) => `the middle of ${count(n, "long text")}`,
  opaque: (n) => `${count(n, "record")} that cannot be read`,
  unanswered: (n) => `the outcome of ${count(n, "call")}: sent as interrupted, ${workWords.open}`,
};

/** As sentences. */
export function lostOf(left: readonly NotCarried[], from: number): string[] {
  const own = left.filter(({ turn }) => turn >= from);
  const counted = (Object.keys(words) as (keyof typeof words)[]).flatMap((kind) => {
    const number = own.filter(({ what }) => what === kind).length;
    return number === 0 ? [] : [words[kind](number)];
  });
  return [...counted, ...new Set(own.flatMap(({ what, name }) => (what === "attachment" && name ? [name] : [])))];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
