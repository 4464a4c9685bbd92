/** Reads pieces of any size by exact counts. */
export class ByteCursor {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#pieces = source[Symbol.asyncIterator]();
  }

  /** At least one and at most `most` bytes; null at the end. */
  async next(most = Number.POSITIVE_INFINITY): Promise<Uint8Array | null> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#pieces.next();
      if (done) return null;
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, Math.min(most, this.#rest.length));
    this.#rest = this.#rest.subarray(piece.length);
    return piece;
  }

  /** Fewer bytes only at the end. */
  async take(count: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for (let left = count; left > 0; ) {
      const piece = await this.next(left);
      if (piece === null) break;
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  async *remaining(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (let piece = await this.next(); piece !== null; piece = await this.next()) yield piece;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#pieces.return?.();
  }
}
