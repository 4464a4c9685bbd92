import { estimatedTokens } from "@reprise/model";

export type CountTokens = (text: string) => number;

/** For planning. */
export const estimateTokens: CountTokens = estimatedTokens;

/** The larger count of both GPT tokenizers. Quadratic for long runs of characters: avoid those. */
export async function mostTokens(): Promise<CountTokens> {
  const [{ countTokens: today }, { countTokens: former }] = await Promise.all([
    import("gpt-tokenizer/encoding/o200k_base"),
    import("gpt-tokenizer/encoding/cl100k_base"),
  ]);
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => Math.max(today(text, options), former(text, options));
}
