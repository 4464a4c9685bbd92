import { isExpectedToFail, type RestorePlan } from "@reprise/model";
import { count, grouped } from "../../text/count.ts";
import type { Subject } from "./subject.ts";

/** What a replay by segments may cost at most; null for what asks no model. */
export function costOf(plan: RestorePlan): { readonly calls: number; readonly tokens: number } | null {
  if (plan.mode !== "replay" || plan.via !== "segments") return null;
  const { segments, ways, prompt } = plan;
  const stopped = ways.find(({ way }) => way === "segments")?.stopped ?? null;
  const told = plan.continues === null ? 0 : (stopped?.sentCount ?? 0);
  // Each call holds what was told before it. The end is a message of its own, unless a prompt follows.
  let [held, tokens] = [0, 0];
  for (const segment of segments) {
    held += segment.tokens;
    if (segment.number > told) tokens += held;
  }
  const isEnded = prompt === null;
  return { calls: segments.length - told + (isEnded ? 1 : 0), tokens: tokens + (isEnded ? held : 0) };
}

export function costWords(plan: RestorePlan): string | null {
  const cost = costOf(plan);
  if (cost === null) return null;
  const most = `up to ${count(cost.calls, "paid model call")}, about ${grouped(cost.tokens)} tokens of history in all`;
  return `${most}: each holds what was told before it and the agent's own instructions, and is stopped once it is written down`;
}

/** Said beside Enter, where it is agreed to; null where nothing is spent or in doubt. */
export function consentWords({ plan }: Subject): string | null {
  if (plan !== null && isExpectedToFail(plan)) return "expected to fail, as said above. M: Replay instead.";
  const cost = plan === null ? null : costOf(plan);
  if (cost === null) return null;
  return `up to ${count(cost.calls, "paid model call")}, begun by Enter and by nothing else.`;
}
