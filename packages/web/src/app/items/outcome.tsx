import type { ItemOutcome } from "@reprise/model";
import { Badge } from "../design/index.ts";

/** How work ended; nothing if it simply succeeded. */
export function Outcome({ outcome }: { readonly outcome: ItemOutcome | null }) {
  if (outcome === null || outcome.severity === "good") return null;
  return <Badge tone={outcome.severity === "bad" ? "danger" : "caution"}>{outcome.words}</Badge>;
}
