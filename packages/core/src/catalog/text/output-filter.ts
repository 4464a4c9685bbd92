import type { Item, SearchTerm, Window } from "@reprise/model";
import type { AgentSource, LineChoice } from "../../agents/reading/source.ts";
import type { OpenSession } from "../query/open-session.ts";

const fewLetters = 4;
/** Filter only larger turns; parsing is as fast for smaller ones. */
const largeBytes = 40 * 1024;

/** Skips call outputs that cannot contain a term, since they are most of a turn. A matching text has the term's letters in its raw line, unless `mayHide` applies. */
export class OutputFilter {
  readonly #runs: readonly string[];

  private constructor(runs: readonly string[]) {
    this.#runs = runs;
  }

  /** Null if a term has too few plain letters. */
  static of(terms: readonly SearchTerm[]): OutputFilter | null {
    const runs = terms.map(({ text }) => longestRun(text));
    return runs.every((run) => run.length >= fewLetters) ? new OutputFilter(runs) : null;
  }

  isFor({ ownWords }: AgentSource): boolean {
    return ownWords !== undefined && !ownWords.some((word) => this.#runs.some((run) => word.includes(run)));
  }

  /** Reads with lines skipped; reads again if a skipped line may belong to a call that was found. */
  async sift<T extends { readonly item: Item | null }>(
    source: AgentSource,
    read: (source: AgentSource) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const sifting = new Sifting(source, (line) => this.#runs.some((run) => line.includes(run)));
    const found = await read(sifting.source);
    return sifting.isWhole(found.map(({ item }) => item)) ? found : read(sifting.source);
  }
}

class Sifting {
  readonly source: AgentSource;
  readonly #mayMatch: (line: string) => boolean;
  readonly #leftOut = new Set<string>();
  readonly #wanted = new Set<string>();

  constructor(source: AgentSource, mayMatch: (line: string) => boolean) {
    this.#mayMatch = mayMatch;
    const outcomes: LineChoice = (key, bytes, start, end) =>
      this.#wanted.has(key) || this.#isTold(key, bytes.toString("latin1", start, end));
    this.source = {
      ...source,
      decode: (rollout, host, options) => source.decode(rollout, host, { ...options, outcomes }),
    };
  }

  /** Whether no skipped line belongs to these items. */
  isWhole(items: readonly (Item | null)[]): boolean {
    for (const item of items) if (item && this.#leftOut.has(item.id)) this.#wanted.add(item.id);
    return this.#wanted.size === 0;
  }

  #isTold(key: string, line: string): boolean {
    if (this.#mayMatch(line.toLowerCase()) || mayHide(line)) return true;
    this.#leftOut.add(key);
    return false;
  }
}

/** Lower-case letters only: numbers have several spellings. */
function longestRun(text: string): string {
  const runs = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/** Escapes and colour codes may split letters, and accents and wide forms fold to plain ones. The line is in bytes. */
function mayHide(line: string): boolean {
  return /\\u|[\x80-\xFF]/.test(line);
}

/** Whether the window is one turn that is worth it. */
export function isLargeTurn(
  { request }: OpenSession,
  window: Window | undefined,
): window is { from: number; to: number } {
  if (!window || !("from" in window) || window.from !== window.to) return false;
  const { turnStarts } = request.outline;
  const last = request.chain.pieces.length - 1;
  const end = { piece: last, byteOffset: request.chain.pieces[last]?.rollout.sizeBytes ?? 0 };
  const start = (window.from > 1 ? turnStarts[window.from - 1] : null) ?? { piece: 0, byteOffset: 0 };
  const stop = turnStarts[window.to] ?? end;
  return stop.piece !== start.piece || stop.byteOffset - start.byteOffset > largeBytes;
}
