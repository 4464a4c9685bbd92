import type { Offer } from "../runner.ts";

/** `Interrupted session`, `Stopped session` */
export function offeredSession({ state }: Pick<Offer, "state">): string {
  return `${state[0]?.toUpperCase()}${state.slice(1)} session`;
}
