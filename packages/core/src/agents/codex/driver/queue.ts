/** Values that are put in now and taken out later, in order. One taker. */
export class Queue<Value> implements AsyncIterable<Value> {
  readonly #values: Value[] = [];
  #isEnded = false;
  #wake = () => {};

  put(values: readonly Value[]): void {
    if (this.#isEnded) return;
    this.#values.push(...values);
    this.#wake();
  }

  /** What was put in before can still be taken out. */
  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Value> {
    for (;;) {
      yield* this.#values.splice(0);
      if (this.#values.length > 0) continue;
      if (this.#isEnded) return;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
