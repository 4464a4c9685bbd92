/** Texts that are shown as read-only documents, by their number. */
export class ShownTexts {
  readonly #most: number;
  readonly #texts = new Map<string, string>();
  #last = 0;

  /** Of more than `most` texts the oldest is dropped. */
  constructor(most: number) {
    this.#most = most;
  }

  add(text: string): string {
    const id = String(++this.#last);
    this.#texts.set(id, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > this.#most && oldest !== undefined) this.#texts.delete(oldest);
    return id;
  }

  get(id: string): string | null {
    return this.#texts.get(id) ?? null;
  }

  remove(id: string): void {
    this.#texts.delete(id);
  }
}
