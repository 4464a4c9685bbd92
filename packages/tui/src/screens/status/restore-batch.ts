import { type Consent, followed, type RestoreEvent, type RestorePlan, type Runner } from "@reprise/model";
import { processWords } from "../../widgets/plan-rows.ts";
import type { Message } from "./state.ts";

/** Nobody is there to answer: what is asked for is declined, and nothing is given that was not given before. */
const consent: Consent = {
  drift: "accept",
  reappliesApprovals: false,
  tellsAccount: true,
  allowsWider: false,
  canAnswer: false,
};

/** One after another; one that fails does not stop the others. */
export async function restoreBatch(
  plans: readonly { readonly key: string; readonly plan: RestorePlan }[],
  runner: Runner,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { key, plan } of plans) {
    if (signal.aborted) return;
    try {
      for await (const event of followed(runner.restore(plan, consent), { signal })) {
        const text = progressOf(event);
        if (text !== null) tell({ type: "case-progress", key, text });
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      tell({ type: "case-progress", key, text: `failed: ${reason}` });
    }
  }
  tell({ type: "all-over" });
}

/** Null for what changes nothing that is shown. */
function progressOf(event: RestoreEvent): string | null {
  switch (event.type) {
    case "checking":
      return "checking server connection…";
    case "checked":
      return "connected";
    case "turn-started":
      return "running";
    case "run-ended":
      return event.failure === null ? event.status : `${event.status}: ${event.failure.message}`;
    case "refused":
      return `refused: ${event.plan.refusals.at(-1)?.detail ?? "no longer possible"}`;
    case "busy":
      return event.owner === null ? "open in another process" : `open in ${processWords(event.owner)}`;
    default:
      return null;
  }
}
