import type { Tokens } from "@reprise/model";
import { fieldOf, numberOf } from "../../foreign.ts";

/** `input` leaves out the cache, `output` the reasoning. All zero: the reply never came. */
export function tokensOf(tokens: unknown): Tokens | null {
  const input = numberOf(fieldOf(tokens, "input"));
  const output = numberOf(fieldOf(tokens, "output"));
  const reasoning = numberOf(fieldOf(tokens, "reasoning"));
  const cached = numberOf(fieldOf(tokens, "cache", "read"));
  const written = numberOf(fieldOf(tokens, "cache", "write"));
  if (![input, output, reasoning, cached, written].some((figure) => figure !== null && figure > 0)) return null;
  return {
    input: input === null ? null : input + (cached ?? 0) + (written ?? 0),
    cached,
    output: output === null ? null : output + (reasoning ?? 0),
    reasoning,
  };
}
