import { closeSync, constants, openSync, readSync } from "node:fs";

/** Opened anew: the descriptor we were started with is shared, and must not stop blocking. */
const terminal = process.platform === "linux" ? "/proc/self/fd/0" : "/dev/tty";
const pauseMs = 5;

/**
 * Reads and drops what has arrived on the terminal but nobody has read: it was typed for us, and the shell would run it. With
 * `last`, waits for that reply too, at most so long: the terminal sends nothing of its own after it.
 */
export function dropTyped(last: RegExp | null, mostMs: number): void {
  if (!process.stdin.isTTY) return;
  let file: number;
  try {
    file = openSync(terminal, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return; // it is gone
  }
  try {
    const until = performance.now() + mostMs;
    let text = readAll(file);
    while (last !== null && !last.test(text) && performance.now() < until) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
      text = (text + readAll(file)).slice(-mostKept);
    }
  } finally {
    closeSync(file);
  }
}

const bytes = Buffer.alloc(4096);
/** More than the longest reply. */
const mostKept = 4096;
/** A stuck key or a paste without end must not keep us. */
const mostReads = 256;

function readAll(file: number): string {
  let text = "";
  for (let reads = 0; reads < mostReads; reads += 1) {
    try {
      const count = readSync(file, bytes);
      if (count === 0) break;
      text = (text + bytes.toString("latin1", 0, count)).slice(-mostKept);
    } catch {
      break; // nothing is left, or the terminal is gone
    }
  }
  return text;
}
