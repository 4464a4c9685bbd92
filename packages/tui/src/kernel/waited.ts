/** Nothing happens any more once the signal has come. */
export async function waited(ms: number, then: () => void, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => resolve(), { once: true });
    signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  });
  if (!signal.aborted) then();
}
