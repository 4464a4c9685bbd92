import { fstatSync, writeSync } from "node:fs";

/**
 * Whether there can be a terminal behind it. `isTTY` of a stream tells, but making the stream takes longer than all that
 * most commands have to say, so what cannot be one is not asked.
 */
export function mayBeTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    const found = fstatSync(descriptor);
    return !(found.isFile() || found.isFIFO() || found.isSocket());
  } catch {
    return true; // the stream itself says what is wrong with it
  }
}

/** Puts a text on stdout without making a stream. What is not taken at once is given back; null: nothing is left. */
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
