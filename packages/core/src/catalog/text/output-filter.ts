import type { Item } from "@reprise/model";
import type { AgentSource, LineChoice } from "../../agents/reading/source.ts";
import type { Term } from "./parse-query.ts";

const fewLetters = 4;

/** Skips call outputs that cannot contain a term, since they are most of a turn. A matching text has the term's letters in its raw line, unless `mayHide` applies. */
export class OutputFilter {
  readonly #runs: readonly string[];

  private constructor(runs: readonly string[]) {
    this.#runs = runs;
  }

  /** Null if a term has too few plain letters. */
  static of(terms: readonly Term[]): OutputFilter | null {
    const runs = terms.map(({ text }) => longestRun(text));
    return runs.every((run) => run.length >= fewLetters) ? new OutputFilter(runs) : null;
  }

  isFor({ ownWords }: AgentSource): boolean {
    return ownWords !== undefined && !ownWords.some((word) => this.#runs.some((run) => word.includes(run)));
  }

  /** Reads with lines skipped; reads again if a skipped line may belong to a call that was found. */
  async sift<T extends { readonly item: Item }>(
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
  isWhole(items: readonly Item[]): boolean {
    for (const { id } of items) if (this.#leftOut.has(id)) this.#wanted.add(id);
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

/** Escapes or colour codes may split letters, and two characters fold to `k` and `s`. The line is in bytes. */
function mayHide(line: string): boolean {
  return (
    line.includes("\\u00") ||
    line.includes("\xC2\x9B") ||
    line.includes("\xE2\x84\xAA") ||
    line.includes("\xC5\xBF")
  );
}
