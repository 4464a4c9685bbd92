import type { World } from "../world.ts";

/** Keys pressed during the delay are handled first, however busy the process was. Does nothing once aborted. */
export async function afterDelay(
  ms: number,
  then: () => void,
  world: Pick<World, "after">,
  signal: AbortSignal,
): Promise<void> {
  await world.after(ms, signal);
  await new Promise((resolve) => setImmediate(resolve));
  if (!signal.aborted) then();
}
