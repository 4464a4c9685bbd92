import type { Offer } from "../runner.ts";

/** What is offered, by how its run ended: a run that failed was not interrupted. */
export function offeredSession({ status }: Pick<Offer, "status">): string {
  if (status === "failed") return "Failed session";
  return status === "cancelled" ? "Cancelled session" : "Interrupted session";
}
