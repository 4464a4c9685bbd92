import type { Page } from "./github.ts";

interface Kept {
  readonly conditions: Readonly<Record<string, string>>;
  readonly page: Page;
}

const mostCharacters = 64 * 1024 * 1024;

/** The latest answers of this process, by address. */
export class AnswerCache {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  get(key: string): Kept | null {
    return this.#kept.get(key) ?? null;
  }

  /** Without conditions there is nothing to compare it by later. */
  set(key: string, kept: Kept): void {
    this.#remove(key);
    if (Object.keys(kept.conditions).length === 0 || kept.page.text.length > mostCharacters) return;
    this.#kept.set(key, kept);
    this.#characters += kept.page.text.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= mostCharacters) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#characters -= this.#kept.get(key)?.page.text.length ?? 0;
    this.#kept.delete(key);
  }
}
