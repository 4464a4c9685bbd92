import {
  busyWords,
  checkingWords,
  followed,
  type RestoreEvent,
  type RestorePlan,
  type Runner,
  refusalWords,
  runEndWords,
  unattendedConsent,
} from "@reprise/model";
import { reasonOf } from "../../kernel/reason-of.ts";
import type { Message } from "./state.ts";

/** In sequence; a failure does not stop the others. */
export async function restoreBatch(
  plans: readonly { readonly key: string; readonly plan: RestorePlan }[],
  runner: Runner,
  tell: (message: Message) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { key, plan } of plans) {
    if (signal.aborted) return;
    try {
      for await (const event of followed(runner.restore(plan, unattendedConsent), { signal })) {
        const text = progressOf(event);
        if (text !== null) tell({ type: "case-progress", key, text });
      }
    } catch (error) {
      const failure = { kind: "other", message: reasonOf(error), resetsAt: null } as const;
      tell({ type: "case-progress", key, text: runEndWords("failed", failure) });
    }
  }
  tell({ type: "all-over" });
}

/** Null if nothing shown changes. */
function progressOf(event: RestoreEvent): string | null {
  switch (event.type) {
    case "checking":
      return checkingWords;
    case "checked":
      return "connected";
    case "turn-started":
      return "working";
    case "run-ended":
      return runEndWords(event.status, event.failure);
    case "refused":
      return refusalWords(event.plan);
    case "busy":
      return `${busyWords(event.owner)} try again.`;
    default:
      return null;
  }
}
