/** A FIFO queue with one consumer. */
export class Queue<Value> implements AsyncIterable<Value> {
  #values: Value[] = [];
  #takenCount = 0;
  #isEnded = false;
  #give: ((next: IteratorResult<Value, undefined>) => void) | null = null;

  put(values: readonly Value[]): void {
    if (this.#isEnded) return;
    for (const value of values) {
      if (this.#give) this.#answer({ done: false, value });
      else this.#values.push(value);
    }
  }

  /** Queued values can still be read. */
  end(): void {
    this.#isEnded = true;
    this.#answer({ done: true, value: undefined });
  }

  /** Not a generator: thousands of events would each await several promises. */
  [Symbol.asyncIterator](): AsyncIterator<Value, undefined> {
    return { next: () => this.#take() };
  }

  #take(): Promise<IteratorResult<Value, undefined>> {
    if (this.#takenCount < this.#values.length) {
      const value = this.#values[this.#takenCount] as Value;
      this.#takenCount += 1;
      if (this.#takenCount === this.#values.length) [this.#values, this.#takenCount] = [[], 0];
      return Promise.resolve({ done: false, value });
    }
    if (this.#isEnded) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#give = resolve;
    });
  }

  #answer(next: IteratorResult<Value, undefined>): void {
    const give = this.#give;
    this.#give = null;
    give?.(next);
  }
}
