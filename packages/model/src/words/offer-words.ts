import type { Offer } from "../runner.ts";
import { zonedTime } from "../text/clock.ts";
import { safeLine } from "../text/safe-text.ts";

/** `Interrupted session`, `Stopped session`: in a review, whose runs have no name of their own. */
export function offeredSession({ state }: Pick<Offer, "state">): string {
  return `${state[0]?.toUpperCase()}${state.slice(1)} session`;
}

/** What happened to it, after its title. */
function happened({ state }: Pick<Offer, "state">): string {
  if (state === "interrupted" || state === "stopped") return `was ${state}`;
  return state === "parked" ? "reached a usage limit" : state;
}

/**
 * `"run the long job" (2026-11-18 07:17 UTC) was interrupted.`, in so many columns: without the time, then with less of the title,
 * where that is too long. Without a title, `Interrupted session from 2026-11-18 07:17 UTC.`
 */
export function offerWords(
  offer: Pick<Offer, "state" | "startedAt">,
  title: string | null,
  columns = Number.POSITIVE_INFINITY,
): string {
  const when = zonedTime(offer.startedAt);
  const named = safeLine(title ?? "").trim();
  const about = `${offeredSession(offer)} from ${when}.`;
  if (named === "") return about.length <= columns ? about : `${offeredSession(offer)}.`;
  const all = `"${named}" (${when}) ${happened(offer)}.`;
  if (all.length <= columns) return all;
  const room = Math.max(4, columns - `"" ${happened(offer)}.`.length);
  const characters = [...named];
  const short = characters.length <= room ? named : `${characters.slice(0, room - 1).join("")}…`;
  return `"${short}" ${happened(offer)}.`;
}
