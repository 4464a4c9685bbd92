import type { Tokens } from "@reprise/model";
import { fieldOf, numberOf } from "../../foreign.ts";

/** `output` leaves out the thoughts, `input` the prompts of tools. */
export function tokensOf(tokens: unknown): Tokens {
  const [input, cached, output, reasoning, tool] = ["input", "cached", "output", "thoughts", "tool"].map((field) =>
    numberOf(fieldOf(tokens, field)),
  ) as [number | null, number | null, number | null, number | null, number | null];
  return {
    input: input === null ? null : input + (tool ?? 0),
    cached,
    output: output === null ? null : output + (reasoning ?? 0),
    reasoning,
  };
}

/** Gemini CLI always writes the total; files of other programs may leave it out. */
export function totalOf(recorded: unknown): number | null {
  const { input, output } = tokensOf(recorded);
  const known = input === null && output === null ? null : (input ?? 0) + (output ?? 0);
  return numberOf(fieldOf(recorded, "total")) ?? known;
}
