import type { Tokens } from "@reprise/model";
import { fieldOf, numberOf } from "../../foreign.ts";

/** `input_tokens` leaves out what was read from or written to the cache. */
export function tokensOf(usage: unknown): Tokens | null {
  const input = numberOf(fieldOf(usage, "input_tokens"));
  const output = numberOf(fieldOf(usage, "output_tokens"));
  // A session that Reprise wrote has zeros.
  if ((input ?? 0) + (output ?? 0) === 0) return null;
  const cached = numberOf(fieldOf(usage, "cache_read_input_tokens"));
  const written = numberOf(fieldOf(usage, "cache_creation_input_tokens"));
  return {
    input: input === null ? null : input + (cached ?? 0) + (written ?? 0),
    cached,
    output,
    reasoning: numberOf(fieldOf(usage, "output_tokens_details", "thinking_tokens")),
  };
}
