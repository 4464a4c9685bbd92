import type { ChildProcess } from "node:child_process";
import type { Readable } from "node:stream";

/** Silence after the exit before the output counts as complete. */
export const silenceMs = 250;
/** A background process that inherited the output and keeps writing gets this long after the exit. */
const mostAfterExitMs = 5_000;

/**
 * The output of a program in the pieces it came in; unread output stays in the pipe. Ends soon after the program, even if a
 * grandchild keeps the pipe open.
 */
export async function* outputPieces(output: Readable, child: ChildProcess): AsyncGenerator<Buffer> {
  let wake = () => {};
  let waitedMs = 0;
  const isGone = () => child.exitCode !== null || child.signalCode !== null;
  for (const event of ["readable", "end", "close", "error"]) output.on(event, () => wake());
  child.once("exit", () => wake());
  for (;;) {
    for (let piece = output.read(); piece !== null; piece = output.read()) yield piece;
    if (output.readableEnded || output.destroyed) return;
    const since = performance.now();
    const wasGone = isGone();
    const isNews = await new Promise<boolean>((resolve) => {
      const silence = wasGone ? setTimeout(() => lookOnce(output, resolve), silenceMs) : undefined;
      wake = () => {
        clearTimeout(silence);
        resolve(true);
      };
    });
    if (wasGone) waitedMs += performance.now() - since;
    if (!isNews || waitedMs > mostAfterExitMs) return void output.destroy();
  }
}

/** After a busy spell timers come before the bytes that have arrived meanwhile: look at those first. */
function lookOnce(output: Readable, resolve: (isNews: boolean) => void): void {
  setImmediate(() => setImmediate(() => resolve(output.readableLength > 0)));
}
