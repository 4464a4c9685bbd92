/** Until the time has passed or the signal aborts. */
export function pause(ms: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      left.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, left.aborted ? 0 : ms);
    left.addEventListener("abort", done);
  });
}
