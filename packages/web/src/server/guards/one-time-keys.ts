import { findSecret, newSecret, secretHash } from "./secret.ts";

interface Key {
  readonly hash: Buffer;
  readonly folder: string;
  readonly endsAtMs: number;
}

const MOST_KEYS = 100;

/** Keys that each let one browser in, once, to look at one folder. Unused ones end by themselves. */
export class OneTimeKeys {
  readonly #lifeMs: number;
  readonly #now: () => number;
  #keys: readonly Key[] = [];

  constructor(lifeMs: number, now: () => number = () => performance.now()) {
    this.#lifeMs = lifeMs;
    this.#now = now;
  }

  issue(folder: string): string {
    const secret = newSecret();
    const key = { hash: secretHash(secret), folder, endsAtMs: this.#now() + this.#lifeMs };
    this.#keys = [...this.#living(), key].slice(-MOST_KEYS);
    return secret;
  }

  /** The folder it was made for; null if it was used, is too old, or never was one. */
  use(secret: string): { readonly folder: string } | null {
    const keys = this.#living();
    const found =
      keys[
        findSecret(
          keys.map(({ hash }) => hash),
          secret,
        )
      ] ?? null;
    this.#keys = keys.filter((key) => key !== found);
    return found === null ? null : { folder: found.folder };
  }

  #living(): readonly Key[] {
    const now = this.#now();
    return this.#keys.filter(({ endsAtMs }) => endsAtMs > now);
  }
}
