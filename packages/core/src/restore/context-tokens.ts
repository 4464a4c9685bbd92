import type { Turn } from "@reprise/model";
import { estimateTokens } from "../transcript/count-tokens.ts";

/**
 * What the model was sent last, as the agent counted it. Null when what was said in the last turns alone is more than twice
 * that: some providers count nothing, or one request of many.
 */
export function plausibleContext(counted: number | null | undefined, turns: readonly Turn[]): number | null {
  if (counted == null) return null;
  let said = 0;
  for (const item of turns.flatMap(({ items }) => items)) {
    if (item.kind === "notice" && item.mark?.type === "compaction") said = 0;
    else if (item.kind === "prompt" || item.kind === "reply") said += estimateTokens(item.text);
  }
  return said > 2 * counted ? null : counted;
}
