import { fstatSync, writeSync } from "node:fs";

/** False rules out a terminal without creating the stream for `isTTY`, which takes longer than most commands' output. */
export function mayBeTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    const found = fstatSync(descriptor);
    return !(found.isFile() || found.isFIFO() || found.isSocket());
  } catch {
    return true; // the stream itself reports its error
  }
}

/** Writes to stdout without creating a stream. Returns what was not accepted at once; null: nothing is left. */
export function writeNow(text: string): Uint8Array | null {
  const bytes = Buffer.from(text);
  if (mayBeTerminal(1)) return bytes;
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(1, bytes, done);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EAGAIN") return bytes.subarray(done);
      throw error;
    }
  }
  return null;
}
