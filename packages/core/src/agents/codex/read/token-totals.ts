import type { Tokens } from "@reprise/model";
import { fieldOf, numberOf } from "../../foreign.ts";

/** Tokens of a thread so far, as its latest record has them. */
export type TokenTotals = readonly [input: number, cached: number, output: number, reasoning: number];

/** Null: not recorded. */
export function totalsOf(usage: unknown): TokenTotals | null {
  const of = (field: string) => numberOf(fieldOf(usage, field));
  const [input, output] = [of("input_tokens"), of("output_tokens")];
  if (input === null || output === null) return null;
  return [input, of("cached_input_tokens") ?? 0, output, of("reasoning_output_tokens") ?? 0];
}

/**
 * What a record adds to the totals. Records repeat: after a resume, for news about limits, and once as `token_count` and once as
 * `token_usage_record`. Totals that shrink have started over: then `last` counts, the usage of the latest reply.
 */
export function tokensSince(before: TokenTotals | null, totals: TokenTotals, last: TokenTotals | null): Tokens | null {
  const [input, cached, output, reasoning] = isGrown(before, totals) ? differenceOf(before, totals) : (last ?? totals);
  return input + output === 0 ? null : { input, cached, output, reasoning };
}

function isGrown(before: TokenTotals | null, totals: TokenTotals): before is TokenTotals {
  return before !== null && totals.every((total, index) => total >= (before[index] ?? 0));
}

function differenceOf(before: TokenTotals, totals: TokenTotals): TokenTotals {
  return totals.map((total, index) => total - (before[index] ?? 0)) as unknown as TokenTotals;
}
