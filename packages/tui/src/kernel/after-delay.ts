/** Keys that were pressed in that time come first, however busy the process was. Nothing happens any more once the signal has come. */
export async function afterDelay(ms: number, then: () => void, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), { once: true });
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
  await new Promise((resolve) => setImmediate(resolve));
  if (!signal.aborted) then();
}
