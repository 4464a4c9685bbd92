import type { Transform } from "node:stream";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { SessionError } from "@reprise/model";
import { damaged } from "./envelope.ts";

/** Level 3 needs 2 MiB; more than 8 MiB is only for the sender's benefit. */
const mostWindowLog = 23;

export function compressed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 };
  return through(bytes, createZstdCompress({ params }));
}

/** Throws `SessionError` on anything that is not exactly one whole frame. */
export async function* decompressed(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const engine = createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: mostWindowLog } });
  let fedBytes = 0;
  async function* counted() {
    for await (const piece of bytes) {
      fedBytes += piece.length;
      yield piece;
    }
  }
  try {
    yield* through(counted(), engine);
  } catch (error) {
    if (error instanceof SessionError || !isOfEngine(error)) throw error;
    throw damaged(name, "it cannot be decompressed", error);
  }
  // The engine silently ignores what follows the frame.
  if (engine.bytesWritten !== fedBytes) throw damaged(name, "it has bytes after its end");
}

function isOfEngine(error: unknown): boolean {
  return /^Z(?:STD)?_/.test(String((error as NodeJS.ErrnoException).code));
}

async function* through(
  bytes: AsyncIterable<Uint8Array>,
  engine: Transform,
): AsyncGenerator<Uint8Array, void, undefined> {
  void feed(bytes, engine);
  try {
    for await (const piece of engine) yield piece as Uint8Array;
  } finally {
    engine.destroy();
  }
}

/** One piece after another: an engine that is ended during a write adds an empty frame. */
async function feed(bytes: AsyncIterable<Uint8Array>, engine: Transform): Promise<void> {
  // An engine that fails or is destroyed never calls back for the piece it was given.
  let stopWaiting = () => {};
  engine.once("close", () => stopWaiting());
  try {
    for await (const piece of bytes) {
      if (engine.destroyed) return;
      await new Promise<void>((resolve) => {
        stopWaiting = resolve;
        engine.write(piece, () => resolve());
      });
    }
    engine.end();
  } catch (error) {
    engine.destroy(error as Error);
  }
}
