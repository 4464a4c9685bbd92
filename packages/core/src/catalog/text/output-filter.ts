import type { Item } from "@reprise/model";
import type { AgentSource, LineChoice } from "../../agents/reading/source.ts";
import type { Term } from "./parse-query.ts";

const fewLetters = 4;

/**
 * Reads a turn for a search: outcomes of calls in which no term can stand are left out, since they are most of a turn.
 * A text that matches a term holds the term's letters, and the line it is told by holds them too, unless they are
 * written in one of the other ways that `mayHide` knows.
 */
export class OutputFilter {
  readonly #runs: readonly string[];

  private constructor(runs: readonly string[]) {
    this.#runs = runs;
  }

  /** Null when a term has too few plain letters to be looked for. */
  static of(terms: readonly Term[]): OutputFilter | null {
    const runs = terms.map(({ text }) => longestRun(text));
    return runs.every((run) => run.length >= fewLetters) ? new OutputFilter(runs) : null;
  }

  /** Whether what this source tells can be sifted. */
  isFor({ ownWords }: AgentSource): boolean {
    return ownWords !== undefined && !ownWords.some((word) => this.#runs.some((run) => word.includes(run)));
  }

  /**
   * What `read` finds with a source that leaves lines out. It is asked again where a line that was left out tells of a
   * call that was found, since it may correct it.
   */
  async sift<T extends { readonly item: Item }>(
    source: AgentSource,
    read: (source: AgentSource) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    const sifting = new Sifting(source, (line) => this.#runs.some((run) => line.includes(run)));
    const found = await read(sifting.source);
    return sifting.isWhole(found.map(({ item }) => item)) ? found : read(sifting.source);
  }
}

/** One turn, read once or twice. */
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

  /** Whether nothing that tells of these items was left out. Where it was, it is told when the turn is read again. */
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

/** In lower case. Only letters: numbers may be written in several ways. */
function longestRun(text: string): string {
  const runs = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

/**
 * Letters may be escaped, colour codes may stand between them (taken out before texts are compared), and two characters
 * count as `k` and `s`. The line is given byte by byte.
 */
function mayHide(line: string): boolean {
  return (
    line.includes("\\u00") ||
    line.includes("\xC2\x9B") ||
    line.includes("\xE2\x84\xAA") ||
    line.includes("\xC5\xBF")
  );
}
