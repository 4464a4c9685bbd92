import type { RestorePlan } from "../restore.ts";
import { count, grouped } from "../text/count.ts";

/** The maximum cost of a replay by segments; null for a plan that calls no model before the prompt. */
export function costOf(plan: RestorePlan): { readonly calls: number; readonly tokens: number } | null {
  if (plan.mode !== "replay" || plan.via !== "segments") return null;
  const { segments, ways, prompt } = plan;
  const stopped = ways.find(({ way }) => way === "segments")?.stopped ?? null;
  const sent = plan.continues === null ? 0 : (stopped?.sentCount ?? 0);
  // Each call repeats the segments before it. The end is a separate message, unless a prompt follows.
  let [held, tokens] = [0, 0];
  for (const segment of segments) {
    held += segment.tokens;
    if (segment.number > sent) tokens += held;
  }
  const isEnded = prompt === null;
  return { calls: segments.length - sent + (isEnded ? 1 : 0), tokens: tokens + (isEnded ? held : 0) };
}

/** Named by whatever starts a plan that costs. */
export function callWords(plan: RestorePlan): string | null {
  const cost = costOf(plan);
  return cost === null ? null : `up to ${count(cost.calls, "paid model call")}`;
}

export function costWords(plan: RestorePlan): string | null {
  const cost = costOf(plan);
  if (cost === null) return null;
  const most = `${callWords(plan)}, about ${grouped(cost.tokens)} tokens of history in all`;
  return `${most}: each repeats the history before it and the agent's own instructions, and is stopped once it is recorded`;
}
