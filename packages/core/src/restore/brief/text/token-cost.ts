import type { CountTokens } from "../../../transcript/count-tokens.ts";

/**
 * What lines cost, each counted once. Lines that stand together may cost a little less or more than their sum: only the
 * whole text can be promised for.
 */
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

  /** Looks no further than to the line with which it is too much. */
  fits(texts: readonly string[], most: number): boolean {
    let sum = 0;
    for (const text of texts) {
      sum += this.line(text);
      if (sum > most) return false;
    }
    return true;
  }
}
