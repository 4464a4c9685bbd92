/** Small pieces cost more than their bytes. */
const PIECE_LENGTH = 16 * 1024;

export interface TextPieces {
  next(): Promise<string | null>;
  leave(): void;
}

/** Joins small texts; reads only as far as it is asked to. */
export function textPieces(texts: AsyncIterable<string>): TextPieces {
  const source = texts[Symbol.asyncIterator]();
  let isOver = false;
  return {
    async next() {
      if (isOver) return null;
      let piece = "";
      while (piece.length < PIECE_LENGTH && !isOver) {
        const { done, value } = await source.next();
        if (done) isOver = true;
        else piece += value;
      }
      return piece === "" ? null : piece;
    },
    leave() {
      isOver = true;
      void source.return?.()?.catch(() => undefined); // the client is gone: nobody to report to
    },
  };
}
