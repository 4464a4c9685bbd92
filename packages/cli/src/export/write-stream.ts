import { closeSync, constants, openSync } from "node:fs";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type Output, openOutput } from "../output.ts";
import { statPath } from "../stat-path.ts";

const descriptors = /^\/(?:dev|proc\/self)\/(?:stdout|stderr|fd\/\d+)$/;
const ownStdout = /^\/(?:dev|proc\/self)\/(?:stdout|fd\/1)$/;

/** Our own stdout is written like any other output. */
export function isOwnStdout(path: string): boolean {
  return ownStdout.test(path);
}

/** A pipe, a terminal, `/dev/null`, `/dev/fd/3`: written directly, never replaced by a file. */
export function isStream(path: string): boolean {
  if (descriptors.test(path)) return true;
  const found = statPath(path);
  return found?.isFIFO() === true || found?.isCharacterDevice() === true;
}

/** Waits for a pipe's reader until the signal aborts. Returns the number of bytes written. */
export async function writeStream(
  path: string,
  signal: AbortSignal,
  write: (out: Output) => Promise<void>,
): Promise<number> {
  await untilRead(path, signal);
  const file = await open(path, constants.O_WRONLY | constants.O_APPEND);
  let sizeBytes = 0;
  try {
    const out = openOutput(() => file.createWriteStream({ autoClose: false }));
    await write({
      async write(text) {
        signal.throwIfAborted();
        sizeBytes += Buffer.byteLength(text);
        await out.write(text);
      },
      flush: () => out.flush(),
    });
    await out.flush();
  } finally {
    await file.close();
  }
  return sizeBytes;
}

const pauseMs = 50;

/** A plain open of a pipe without a reader could not be interrupted. */
async function untilRead(path: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return closeSync(openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK));
    } catch (error) {
      const isUnread = (error as NodeJS.ErrnoException).code === "ENXIO" && isPipe(path);
      if (!isUnread) throw error;
    }
    await sleep(pauseMs, undefined, { signal });
  }
}

function isPipe(path: string): boolean {
  return statPath(path)?.isFIFO() === true;
}
