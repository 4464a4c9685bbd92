import { setFlagsFromString } from "node:v8";

/**
 * For commands that stream through large files: the young part of the heap stays small,
 * since what is read lives only for a moment. It halves the memory of a gigabyte's export.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--max-semi-space-size=4");
  setFlagsFromString("--semi-space-growth-factor=1");
}

/**
 * For what stays open: garbage is collected before the heap grows, and pages are given back. Otherwise the heap grows to
 * several times what is in it. From the start, since a limit that was set before stays until it is reached.
 */
export function collectSoon(): void {
  setFlagsFromString("--optimize-for-size");
}
