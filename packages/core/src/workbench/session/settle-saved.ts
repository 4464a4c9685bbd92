import type { QueuedApproval, RestorePlan } from "@reprise/model";
import { staleness } from "./documents.ts";
import type { WorkbenchParts } from "./parts.ts";
import { type Reconciled, reconciled } from "./reconcile.ts";

/** Compares what is shown with the plan, the running agent and the files, and saves what is true. */
export async function settleSaved(
  plan: RestorePlan | null,
  { shown, host, stateFolder }: Pick<WorkbenchParts, "shown" | "host" | "stateFolder">,
  isAnswerable: (approval: QueuedApproval) => boolean,
): Promise<Reconciled> {
  const place = { root: shown.root, stateFolder, host };
  const found = reconciled(shown.state, {
    unfinished: plan !== null && "unfinished" in plan ? plan.unfinished : [],
    isAnswerable,
    staleness: (document) => staleness(document, place),
  });
  await shown.save(found.changes);
  return found;
}
