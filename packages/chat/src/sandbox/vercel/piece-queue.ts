const mostWaitingBytes = 1024 * 1024;

/** Pieces of one output, read once. A full queue holds the writer back; a closed one drops what comes. */
export class PieceQueue implements AsyncIterable<Uint8Array> {
  readonly #pieces: Uint8Array[] = [];
  #waitingBytes = 0;
  #isOver = false;
  #isClosed = false;
  #changed = Promise.withResolvers<void>();

  async push(piece: Uint8Array): Promise<void> {
    if (this.#isClosed) return;
    this.#pieces.push(piece);
    this.#waitingBytes += piece.length;
    this.#wake();
    while (this.#waitingBytes > mostWaitingBytes && !this.#isClosed) await this.#changed.promise;
  }

  end(): void {
    this.#isOver = true;
    this.#wake();
  }

  close(): void {
    this.#isClosed = true;
    this.#pieces.length = 0;
    this.end();
  }

  /** After the last piece was read, or after `close`. */
  async drained(): Promise<void> {
    while (!this.#isOver || (this.#pieces.length > 0 && !this.#isClosed)) await this.#changed.promise;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = this.#pieces.shift();
        if (piece !== undefined) {
          this.#waitingBytes -= piece.length;
          this.#wake();
          yield piece;
        } else if (this.#isOver) return;
        else await this.#changed.promise;
      }
    } finally {
      this.close();
    }
  }

  #wake(): void {
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers<void>();
    resolve();
  }
}
