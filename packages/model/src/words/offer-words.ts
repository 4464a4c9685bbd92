import type { Offer } from "../runner.ts";

/** Describes the offer by how its run ended: a failed run was not interrupted. */
export function offeredSession({ status }: Pick<Offer, "status">): string {
  if (status === "failed") return "Failed session";
  return status === "cancelled" ? "Cancelled session" : "Interrupted session";
}
