import { needsPerson, unattendedConsent } from "../consent/consent.ts";
import type { RestoreEvent, RestorePlan } from "../restore.ts";
import { busyWords, checkingWords, refusalWords, runEndWords } from "../run-view/words.ts";
import { followed, type Runner } from "../runner.ts";

/** Carries out the plans that need no answer, in sequence; a failure does not stop the others. `tell` gets each step in words. */
export async function restoreBatch<Key>(
  plans: readonly { readonly key: Key; readonly plan: RestorePlan }[],
  runner: Pick<Runner, "restore">,
  tell: (key: Key, words: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const { key, plan } of plans) {
    if (signal.aborted) return;
    const consent = unattendedConsent(plan);
    if (consent === null) {
      tell(key, needsPerson(plan) ?? "needs your answer");
      continue;
    }
    try {
      for await (const event of followed(runner.restore(plan, consent), { signal })) {
        const words = progressWords(event);
        if (words !== null) tell(key, words);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      tell(key, runEndWords("failed", { kind: "other", message, resetsAt: null }));
    }
  }
}

/** Null if nothing shown changes. */
function progressWords(event: RestoreEvent): string | null {
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
