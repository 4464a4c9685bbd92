/** Keys pressed during the delay are handled first, however busy the process was. Does nothing once aborted. */
export async function afterDelay(ms: number, then: () => void, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), { once: true });
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
  await new Promise((resolve) => setImmediate(resolve));
  if (!signal.aborted) then();
}
