import type { CountTokens } from "../../../transcript/count-tokens.ts";

/** Token cost of lines, each counted once. Joined lines may cost slightly less or more than their sum: only the count of the whole text is exact. */
export class TokenCost {
  readonly #count: CountTokens;
  readonly #known = new Map<string, number>();

  constructor(count: CountTokens) {
    this.#count = count;
  }

  line(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const tokens = this.#count(`${text}\n`);
    this.#known.set(text, tokens);
    return tokens;
  }

  lines(texts: readonly string[]): number {
    return texts.reduce((sum, text) => sum + this.line(text), 0);
  }

  /** Stops at the first line that does not fit. */
  fits(texts: readonly string[], most: number): boolean {
    let sum = 0;
    for (const text of texts) {
      sum += this.line(text);
      if (sum > most) return false;
    }
    return true;
  }
}
