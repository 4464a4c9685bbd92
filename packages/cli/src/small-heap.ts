import { setFlagsFromString } from "node:v8";

/**
 * For commands that stream large files: keeps the young generation small, since data read is short-lived. Halves the memory of
 * a gigabyte's export.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * For processes that stay open: collects garbage before the heap grows and returns pages. Otherwise the heap grows to several
 * times its content. Call at start: an earlier limit stays until it is reached.
 */
export function collectSoon(): void {
  setFlagsFromString("--optimize-for-size");
}
